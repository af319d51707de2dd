import { describe, expect, test } from 'vitest'
import { drawsFrom } from '../../../src/consensus/random'
import type { AlphaLevel, CalibrationRound, KappaWeights, Rating } from '../../../src/entries/statistics'
import {
  agreement,
  bootstrapInterval,
  calibration,
  cohenKappa,
  cohenKappaTable,
  effectiveVotes,
  fleissKappa,
  krippendorffAlpha,
  wilsonInterval,
} from '../../../src/entries/statistics'

const seeded = { seed: 0 }
const mean = (): number => 1
const one = { dimension: 'x', score: 1 }
const round = (more: object): CalibrationRound[] => [{ dimensions: [], seats: [], ...more }]
const alpha = (data: unknown, level = 'interval'): unknown => krippendorffAlpha(data as Rating[][], { level: level as AlphaLevel })

// A refusal is read by a person who has to mend the data: it says where, what stands there, and what is allowed (spec 01, errors).
describe('a refusal of data names the value and the limit', () => {
  // prettier-ignore
  test.each<[string, () => unknown, RegExp]>([
    ['a count', () => fleissKappa([[2, -1]]), /counts\[0\]\[1\].* -1: .*whole number of 0 or more/],
    ['no rows', () => fleissKappa('x' as never), /counts .*"x": .*rows/],
    ['a row', () => fleissKappa([[2, 0], 7 as never]), /counts\[1\].* 7: .*list/],
    ['a ragged row', () => fleissKappa([[2, 0], [2]]), /counts\[1\]\.length.* 1: row 0 has length 2/],
    ['weights', () => cohenKappaTable([[1]], { weights: 'cubic' as KappaWeights }), /weights.*"cubic": none, linear or quadratic/],
    ['a sum of cells', () => cohenKappaTable([[1e308, 1e308], [1, 1]]), /table .*Infinity: .*finite/],
    ['a table', () => cohenKappaTable([[1, 2]]), /table\[0\]\.length.* 2: .*square.* 1/],
    ['a cell', () => cohenKappaTable([[1, -3], [1, 1]]), /table\[0\]\[1\].* -3: .*finite number of 0 or more/],
    ['an endless cell', () => cohenKappaTable([[1, Infinity], [1, 1]]), /table\[0\]\[1\].*Infinity: .*finite/],
    ['a text without rank', () => cohenKappa(['u', 'v'], ['u', 'u'], { weights: 'linear' }), /a\[0\].*"u": .*categories/],
    ['a rating', () => cohenKappa([1, NaN], [1, 2]), /a\[1\].*NaN: .*finite number or a text, or null/],
    ['a category', () => cohenKappa([1, 2], [1, 2], { categories: [1, 2, Infinity] }), /categories\[2\].*Infinity: .*finite number or a text/],
    ['a category twice', () => cohenKappa([1, 2], [1, 2], { categories: [1, 2, 1] }), /categories\[2\].* 1: .*once/],
    ['a stranger', () => cohenKappa([1, 2], [1, 7], { categories: [1, 2] }), /categories .*: the value 7 is not among them/],
    ['a level', () => alpha([[1, 2]], 'circular'), /level.*"circular": nominal, ordinal, interval or ratio/],
    ['a ratio out of range', () => alpha([[1e308, 1], [1.5e308, 1]], 'ratio'), /data .*1\.5e\+308: .*finite/],
    ['a range', () => alpha([[1e308, 1], [-1e308, 1]]), /data .*Infinity: .*finite/],
    ['a text off its level', () => alpha([['a', 'b'], ['a', 'b']], 'ordinal'), /data\[0\]\[0\].*"a": .*ordinal/],
    ['a value', () => alpha([[1, NaN]]), /data\[0\]\[1\].*NaN: .*finite number or a text, or null/],
    ['a negative ratio', () => alpha([[1, 2], [1, -2]], 'ratio'), /data\[1\]\[1\].* -2: .*ratio.*negative/],
    ['a statistic', () => bootstrapInterval([1, 2], () => NaN, seeded), /statistic.*NaN: .*finite number, or null/],
    ['resamples', () => bootstrapInterval([1, 2], mean, { seed: 0, resamples: 0 }), /resamples.* 0: .*from 1 to 100000/],
    ['a share', () => bootstrapInterval([1, 2], mean, { seed: 0, level: 2 }), /level.* 2: .*between 0 and 1/],
    ['a seed', () => bootstrapInterval([1, 2], mean, { seed: 0.5 }), /seed.* 0\.5: .*whole number.*2\^53/],
    ['a bound of draws', () => drawsFrom(0).below(0), /n .* 0: .*from 1 to 2\^32/],
    ['more successes than there are', () => wilsonInterval(3, 2), /successes.* 3: at most n, here 2/],
    ['broken successes', () => wilsonInterval(0.5, 2), /successes.* 0\.5: .*whole number/],
    ['a seat twice', () => agreement([{ seats: [{ member: 'a' }, { member: 'a' }] }], seeded), /panels\[0\]\.seats\[1\]\.member.*"a": .*one seat/],
    ['a dimension twice', () => agreement([{ seats: [{ member: 'a', scores: [one, one] }] }], seeded), /scores\[1\]\.dimension.*"x": .*once/],
    ['a score', () => agreement([{ seats: [{ member: 'a', scores: [{ ...one, score: NaN }] }] }], seeded), /scores\[0\]\.score.*NaN: .*finite number, or null/],
    ['a name', () => effectiveVotes([{ member: '' }]), /panel\[0\]\.member.*"": .*not empty/],
    ['a human signal', () => calibration(round({ humanSignal: 'fine' })), /humanSignal.*"fine": one of good, bad is wanted/],
    ['a recommendation', () => calibration(round({ seats: [{ member: 'a', recommendation: 'PASS' }] })), /one of SHIP, SHIP_WITH_CAVEATS, ITERATE, BLOCK is wanted/],
    ['a name twice', () => calibration(round({ seats: [{ member: 'a' }, { member: 'a' }] })), /seats\[1\].*"a": .*once/],
  ])('%s', (_, run, message) => {
    expect(run).toThrow(message)
  })
})
