import type { CanaryPair } from '../../tribunal/canaries/canary-pair'
import { pythonLists } from './python-lists'
import { pythonNumbers } from './python-numbers'
import { pythonSharing } from './python-sharing'
import { pythonTexts } from './python-texts'
import { typescriptBorders } from './typescript-borders'
import { typescriptLists } from './typescript-lists'
import { typescriptValues } from './typescript-values'
import { typescriptWaiting } from './typescript-waiting'

/** The published set: 24 pairs, half of them TypeScript, half Python; each has a fault of another kind, and a test that shows it. */
export const canaryPairs: readonly CanaryPair[] = [
  ...typescriptLists,
  ...typescriptValues,
  ...typescriptWaiting,
  ...typescriptBorders,
  ...pythonLists,
  ...pythonNumbers,
  ...pythonTexts,
  ...pythonSharing,
]
