/** Facts for each form, whole and in order; a test changes what it is about. */
export const approveFacts = {
  text: 'Logging out used to keep the draft.',
  as_is: 'Logging out drops the draft.',
  source: 'src/session.ts:40',
}

export const compareFacts = {
  standards: { family: 'dev', version: 'v8', clauses: [{ id: 'K1', text: 'One way to do it.' }] },
  steps: [
    { step: '0 background', output: 'Drafts are lost at log-out.' },
    { step: '1 breakdown', output: 'Keep drafts in the local store.' },
    { step: '2 plan', output: 'One new key, cleared at sign-in of somebody else.' },
  ],
  capabilities: [{ domain: 'session', candidates: ['local store', 'server drafts'] }],
  l1: [{ name: 'lint', result: 'green' }],
  premise: 'ok',
  cases: [{ id: 'C-20261101-01', summary: 'A cache kept after log-out.', outcome: 'yellow' }],
}

export const compareAnswer = {
  requirement: 'RQ1',
  solution: 'SL2',
  tradeoff: 'none',
  domains: ['session'],
  causes: [],
  risks: ['a shared device keeps a draft'],
  suggestions: [],
}

export const recheckFacts = {
  standards: { family: 'bugfix', version: 'b3', clauses: [] },
  should_be: 'The total includes tax.',
  actually_is: 'The total leaves tax out.',
  evidence: [{ kind: 'EV2', text: 'sum() skips tax lines', source: 'src/total.ts:12' }],
  hypotheses: ['the filter drops tax lines'],
  fixes: ['keep tax lines in the filter'],
  places: ['src/total.ts'],
  operations: [],
  authorized: { H2: false, H4: false },
  dossier: null,
  cases: [],
}

export const recheckAnswer = {
  cause: 'RC1',
  solution: 'FX1',
  evidence: 'EV2',
  scope: 'SC1',
  H1: 'no',
  H2: 'no',
  H3: 'no',
  H4: 'no',
  causes: ['the filter drops tax lines'],
  risks: [],
  suggestions: [],
}

/** The review of the source's own example (article 002, 3.3), word for word. */
export const publishedReview = {
  human_signal: {
    target: 'F-20261109-01',
    quote: 'This copy says it will disconnect for all devices, but WiFi cameras may not',
    verdict: 'yellow',
    evidence: ['WiFi cameras do not necessarily disconnect due to this operation'],
    signature: 'copy_assert_disconnect_unverified_device_scope',
  },
  same_case_count: 2,
  action: 'propose',
  case_record: {
    id: 'C-20261109-01',
    signature: 'copy_assert_disconnect_unverified_device_scope',
    verdict: 'yellow',
    human_said: 'This copy says it will disconnect for all devices, but WiFi cameras may not',
    cause: 'Copy assertion scope exceeds verified device behavior',
    signal: 'human_negative_feedback',
    source: 'F-20261109-01',
    status: 'observing',
  },
  proposal: {
    id: 'P-20261109-01',
    clause: 'Connection status copy assertion constraint',
    change: 'Before asserting connection/disconnection results, confirm behavior by device type and connection method',
    evidence: ['F-20261109-01', 'K2'],
    counter_example: 'WiFi cameras rely on LAN/cloud; BLE disconnection does not necessarily disconnect them',
    falsify: 'If the implementation already branches by connection method, or product confirms behavior is consistent, withdraw',
    rollback: 'Delete the newly added entry, restore the original standard',
  },
}
