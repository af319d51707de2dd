/** What an authorization allows; the first three are for a yellow as it stands, the last names one dangerous operation. */
export type Grant = 'attempt-hypothesis' | 'observe-this-version' | 'verification-fix' | 'dangerous-operation'

/** What a person's words come to: a grant, or only that the card was read. */
export type ReadAuthorization =
  { readonly kind: 'grant'; readonly grant: Exclude<Grant, 'dangerous-operation'> } | { readonly kind: 'acknowledged' }

// What speaks against something can be said in endless ways, so the whole text must be one of the ways to allow it, and nothing beside that.
/** Reads a person's words (R-TL-19), English or Chinese. Bare assent, a question, a condition, a negation, two grants, and whatever isn't plainly a grant authorize nothing. */
export function readAuthorization(text: string): ReadAuthorization {
  // What turns the direction of the writing shows other words than it says.
  if (/[\u202a-\u202e\u2066-\u2069]/.test(text)) return { kind: 'acknowledged' }
  const words = withoutAssent(normalised(text))
  const found = grantPatterns.find(([, patterns]) => patterns.some((pattern) => pattern.test(words)))
  return found === undefined ? { kind: 'acknowledged' } : { kind: 'grant', grant: found[0] }
}

/** Words that would do for each grant that isn't an operation's; the first is what a refusal shows. */
const namesOf: Readonly<Record<Exclude<Grant, 'dangerous-operation'>, readonly [string, ...string[]]>> = {
  'attempt-hypothesis': ['attempt the hypothesis', 'attempt hypothesis', '尝试假设'],
  'observe-this-version': ['observe this version', '观察这个版本'],
  'verification-fix': ['verification fix', '验证性修复', '验证修复'],
}

/** One wording that grants it. */
export function wordingOf(grant: Exclude<Grant, 'dangerous-operation'>): string {
  return namesOf[grant][0]
}

/** Whether words grant what was asked for: its name, hyphens or not, or a sentence that grants it and nothing else (R-TL-19). */
export function grantsIt(text: string, grant: Exclude<Grant, 'dangerous-operation'>): boolean {
  const read = readAuthorization(text)
  if (read.kind === 'grant') return read.grant === grant
  if (/[\u202a-\u202e\u2066-\u2069]/.test(text)) return false
  const words = withoutAssent(normalised(text))
  return words === grant || namesOf[grant].includes(words)
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

const assent =
  /^(ok|okay|yes|sure|fine|good|great|agreed|approved|confirmed|understood|thanks|thank you|all right|alright|lgtm|looks good|好的?|行|可以|收到|同意|确认|没问题|知道了)[,.!:;。 -]+/
const assentsMax = 2

/** "Yes," and "please" before a grant, and the full stop after it, say nothing of their own; the same assent over again, or dots that trail off, may mean the opposite. */
function withoutAssent(words: string): string {
  let rest = words
  const said = new Set<string>()
  for (let found = assent.exec(rest); found !== null && said.size < assentsMax; found = assent.exec(rest)) {
    if (said.size === said.add(found[1] ?? '').size) return words
    rest = rest.slice(found[0].length)
  }
  return rest.replace(/^please /, '').replace(/ ?[.!。]$/, '')
}

const bare =
  /^(?:ok|okay|y|yes|sure|fine|good|great|agreed?|approved?|confirm(?:ed)?|understood|thanks|thank you|all right|alright|lgtm|looks (?:good|fine)|go|go ahead|proceed|do it|好的?|行|是|可以|收到|同意|确认|没问题|知道了)[,.!:;。 -]*$/

/** Whether a text is no more than assent, which no operation may be called: whoever says yes to something would name it (R-TL-12). */
export function isBareAssent(text: string): boolean {
  return bare.test(normalised(text))
}

const hypothesis = String.raw`(?:the|this|that|your|our|my|current)(?: (?:current|present|stated|proposed|working|leading|yellow))* hypothesis`
const onIt = String.raw`(?:with|on|based on|according to|per|following|under) (?:${hypothesis}|current hypothesis)`
const attempt = String.raw`(?:try|attempt|implement|test out)`
const version = String.raw`(?:(?:this|that|the current) (?:version|build|patch)|this one)`
const verification = String.raw`(?:the |this |that |a |your )?verification (?:fix|change|patch)(?: for ${hypothesis})?`
const allow = String.raw`(?:i (?:hereby )?)?(?:authori[sz]e|approve|permit|allow)`
const leave = String.raw`(?:i (?:hereby )?(?:authori[sz]e|permit|allow) you to |you may |you are (?:allowed|authori[sz]ed|permitted) to |you have my permission to |go ahead and |let's )?`

const whole = (pattern: string): RegExp => new RegExp(`^${pattern}$`)

const accordingTo = '(?:按照?|根据|基于|依照?|以)(?:当前|这个|该|现有|此|你的)?(?:的)?假设'
const mayI = '(?:请|我?授权你?|我?同意|我?批准|我?允许你?|可以|先|就)*'
const repair = '(?:修复|修改|改动|补丁)'
const thisVersion = '(?:这|当前|该|此)(?:个|一)?版本?'

const grantPatterns: readonly (readonly [Exclude<Grant, 'dangerous-operation'>, readonly RegExp[]])[] = [
  [
    'attempt-hypothesis',
    [
      whole(`${leave}${attempt} ${hypothesis}(?: first| now)?`),
      whole(
        `${leave}(?:${attempt}|make|fix|proceed|go ahead|start)(?: (?:a fix|to fix(?: it)?|fixing|it))?(?: (?:and )?(?:implement|fix|try)(?: it)?)? ${onIt}(?: first| now)?`,
      ),
      whole(`${allow} (?:trying|attempting|testing) ${hypothesis}`),
      whole(`${allow} ${hypothesis} to be (?:tried|attempted|tested)`),
      whole(`${onIt},? (?:please )?${leave}(?:try|attempt|make|implement)(?: (?:a fix|the fix|to fix(?: it)?|it))`),
      whole(`${mayI}${accordingTo}(?:先|来|去|尝试|试着|进行)*(?:修复|修改|修|改|试试|试一下|试|推进|处理|实施|做)(?:看看|一下|吧)?`),
      whole(`${mayI}(?:去)?(?:尝试|试试|试一下|验证一下)(?:这个|当前|该|现有|此)?假设吧?`),
    ],
  ],
  [
    'observe-this-version',
    [
      whole(
        `${leave}(?:fix|ship|release|deploy|apply|build|do) ${version} first(?:,? and (?:see|observe|watch|check|look at|monitor)(?: (?:it|the results?|what happens))?)?`,
      ),
      whole(
        `${leave}(?:fix|ship|release|deploy|apply|build|try|do) ${version},? and (?:see|observe|watch|check|look at|monitor)(?: (?:it|the results?|what happens))?`,
      ),
      whole(`${leave}(?:observe|watch|monitor) ${version}`),
      whole(`${allow} (?:observing|watching|monitoring) ${version}`),
      whole(`${allow} ${version} to be (?:observed|watched|monitored)`),
      whole(`${mayI}先?(?:修|改|发|上|出|做)(?:了|好)?${thisVersion}(?:先)?(?:看看?|观察|验证)(?:一下)?(?:结果|效果)?`),
      whole(`${mayI}先(?:修|改|发|上|出|做)(?:了|好)?${thisVersion}`),
      whole(`${mayI}观察${thisVersion}`),
    ],
  ],
  [
    'verification-fix',
    [
      whole(`${leave}(?:grant|green[- ]?light|go ahead with|proceed with|do|make|apply|run|carry out|implement) ${verification}`),
      whole(`${allow} ${verification}`),
      whole(`${verification} (?:is |are )?(?:authori[sz]ed|approved|permitted|allowed|granted)`),
      whole(`(?:请|我?授权|我?同意|我?批准|我?允许|可以)(?:你)?(?:做|进行|执行)?验证性?的?${repair}`),
      whole(`(?:做|进行|执行)验证性?的?${repair}`),
      whole(`验证性?的?${repair}(?:已经?)?(?:授权|同意|批准|允许|可以(?:做|进行|执行))了?`),
    ],
  ],
]
