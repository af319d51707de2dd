/** What an authorization allows; the first three are for a yellow as it stands, the last names one dangerous operation. */
export type Grant = 'attempt-hypothesis' | 'observe-this-version' | 'verification-fix' | 'dangerous-operation'

/** What a person's words come to: a grant, or only that the card was read. */
export type ReadAuthorization =
  { readonly kind: 'grant'; readonly grant: Exclude<Grant, 'dangerous-operation'> } | { readonly kind: 'acknowledged' }

const acknowledged: ReadAuthorization = { kind: 'acknowledged' }

// Each sentence is read on its own. It must say what may be done, and nothing in the whole text may take it back: in doubt, nothing is authorized.
/** Reads a person's words (R-TL-19), English or Chinese. Bare assent, a question, a condition, a negation or two different grants authorize nothing. */
export function readAuthorization(text: string): ReadAuthorization {
  const words = normalised(text)
  if (words === '' || holds(words, refusals)) return acknowledged
  const found = new Set(grantPatterns.flatMap(([grant, patterns]) => (holds(words, patterns) ? [grant] : [])))
  // "Fix this version" says "try" as well; the more exact words decide, and only where they don't contradict each other.
  if (found.has('verification-fix')) found.delete('attempt-hypothesis')
  const [grant, ...others] = found
  return grant === undefined || others.length > 0 ? acknowledged : { kind: 'grant', grant }
}

/** One spelling: full-width forms folded, case lowered, apostrophes and white space made one kind. */
function normalised(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc\uff07`\u00b4]/g, "'")
    .replace(/[\p{Cf}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}

function holds(text: string, patterns: readonly RegExp[]): boolean {
  return patterns.some((pattern) => pattern.test(text))
}

const refusals: readonly RegExp[] = [
  // negations and withdrawals
  /\b(?:don't|do not|dont|doesn't|not|never|no|nobody|without|cannot|can't|won't|wouldn't|shouldn't|mustn't|neither|nor|stop|wait|hold|cancel|revoke|refuse|reject|decline|deny|forbid|instead|unless|rather)\b/,
  /n't\b/,
  // questions and conditions
  /[?]/,
  /^(?:can|could|should|shall|may|would|will|what|why|how|when|who|which|is|are|does|did)\b/,
  /^do (?:you|we|i|they|it)\b/,
  /\b(?:if|once|after|when|until|provided|assuming|maybe|perhaps|might|later|tomorrow|would have|could have|suggests?|said|says|asked|wants?)\b/,
  // the same in Chinese
  /不(?!过)|别|勿|没|未|无需|拒绝|禁止|停|等|暂|先别|取消|撤销|撤回/,
  /吗|呢|么(?:$|[，。,.!])|如果|若|假如|要是|除非|是否|能否|可否|可能|也许|或许|以后|之后再|等到/,
]

const doing = String.raw`(?:try|attempt|go ahead|proceed|start|implement|fix|apply|test out|authori[sz]ed?|approved?|permit(?:ted)?|allow(?:ed)?)`
const theHypothesis = String.raw`(?:the|this|that|your|our|my|current|present|stated|proposed|working|leading)(?: (?:current|present|stated|proposed|working|leading|yellow))*`

const grantPatterns: readonly (readonly [Exclude<Grant, 'dangerous-operation'>, readonly RegExp[]])[] = [
  [
    'attempt-hypothesis',
    [
      new RegExp(`\\b${doing}\\b.*\\b(?:${theHypothesis}|on a|with a) hypothesis\\b`),
      new RegExp(`\\b(?:based on|according to|following|per) ${theHypothesis} hypothesis\\b.*\\b${doing}\\b`),
      /(?:按|照|根据|基于|依|以|用).{0,8}假设.{0,8}(?:修|改|试|做|推进|处理|实施)/,
      /(?:授权|同意|批准|允许|可以|请|尝试|试着).{0,8}(?:按|照|根据|基于|依|以|用).{0,8}假设/,
      /(?:尝试|试试|试一下|验证一下|去试).{0,6}(?:这个|当前|该|现有|此)?.{0,2}假设/,
    ],
  ],
  [
    'observe-this-version',
    [
      /\b(?:fix|ship|release|deploy|apply|build|try|do) (?:this|that|the current) (?:version|one|build|patch)\b.*\b(?:see|observe|watch|look|check|monitor)\b/,
      /\b(?:fix|ship|release|deploy|apply|build|do) (?:this|that|the current) (?:version|one|build|patch) first\b/,
      /\b(?:authori[sz]ed?|approved?|allow(?:ed)?|permit(?:ted)?)\b.*\b(?:observe|observing|watch|watching) (?:this|the current) (?:version|build|patch)\b/,
      /先(?:修|改|发|上|出|做)(?:了|好)?(?:这|当前|该|此)(?:个|一)?版/,
      /(?:修|改|发|上)(?:这|当前|该|此)(?:个|一)?版本?.{0,8}(?:看|观察|验证)/,
      /(?:授权|同意|批准|允许).{0,6}观察(?:这|当前|该|此)(?:个|一)?版/,
    ],
  ],
  [
    'verification-fix',
    [
      /\b(?:authori[sz]ed?|approved?|permit(?:ted)?|allow(?:ed)?|grant(?:ed)?|green[- ]?light|go ahead with|proceed with|do|make|apply|run|carry out|implement)\b.{0,30}\bverification (?:fix|change|patch)\b/,
      /\bverification (?:fix|change|patch)\b.{0,20}\b(?:is |are )?(?:authori[sz]ed|approved|permitted|allowed|granted)\b/,
      /(?:授权|同意|批准|允许|可以做?|请做?|进行|执行|去做).{0,8}验证(?:性)?(?:的)?(?:修复|修改|改动|补丁)/,
      /验证(?:性)?(?:的)?(?:修复|修改|改动|补丁).{0,6}(?:已?授权|同意|批准|允许|可以(?:做|进行|执行))/,
    ],
  ],
]
