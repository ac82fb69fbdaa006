import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex as hex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { DRAW_STEPS, checkDraw, ownTicketIn, pathToRoot, termsHashOf, type DrawStep } from './draw.check.ts'
import {
  drawFor,
  drawList,
  leafOf,
  rankFor,
  rowText,
  wholeList,
  type Application,
  type DrawFacts,
} from './draw.rules.ts'
import {
  CHECKED_TEST_CHAIN,
  TEST_CHAIN,
  TERMS,
  calmFacts,
  customersFrom,
  dice,
  hashOf,
  randomFacts,
  realFacts,
  seedOn,
  signRound,
} from './draw.testing.ts'
import { drawText, isDrawnAgain, readDrawFacts } from './draw.text.ts'
import { readTerms, termsHash, termsText, wholeLots } from './terms.text.ts'

const wrongIn = (text: string): readonly DrawStep[] => checkDraw(text, CHECKED_TEST_CHAIN).wrong

test('200 random draws are the same by both implementations', () => {
  for (let n = 0; n < 200; n++) {
    const facts = randomFacts(n)
    const text = drawText(drawFor(facts))
    expect(readDrawFacts(text)).toEqual(facts)
    expect([n, wrongIn(text), isDrawnAgain(TEST_CHAIN, text)]).toEqual([n, [], true])
  }
}, 180_000)

test('the terms in a file are those that were frozen', () => {
  const { file } = checkDraw(drawText(drawFor(calmFacts())), CHECKED_TEST_CHAIN)
  expect(file && termsHashOf(file)).toBe(termsHash(TERMS))
  expect(readTerms(termsText(TERMS))).toEqual(TERMS)
})

/** Small draws by seeds, so that each byte can be changed, and one by a round of the chain. */
const SMALL = calmFacts({ beacon: { kind: 'seeds' }, lots: 9n as typeof TERMS.lots, most: 4n as typeof TERMS.most })
const SMALL_TEXT = drawText(drawFor({ ...SMALL, customers: SMALL.customers.slice(0, 5) }))
const CALM_TEXT = drawText(drawFor(calmFacts()))

const changedAt = (text: string, at: number, by: string): string => text.slice(0, at) + by + text.slice(at + 1)

test('every byte of a draw counts: both implementations refuse each with another in its place', () => {
  const roll = dice('another byte')
  // The time of the root decides which day counts, and any time with the same day gives the same draw.
  const timeFrom = SMALL_TEXT.indexOf('published ')
  const timeTo = SMALL_TEXT.indexOf('\n', timeFrom)
  for (let at = 0; at < SMALL_TEXT.length; at++) {
    if (at >= timeFrom && at < timeTo) continue
    const old = SMALL_TEXT.charAt(at)
    // Mostly the same kind of sign, which keeps the form, so that the content must be found wrong.
    const kin = roll(4) === 0 ? '' : /\d/.test(old) ? '0123456789' : /[a-f]/.test(old) ? 'abcdef' : ''
    const others = [...(kin || '0123456789abcdefXq \n')].filter((other) => other !== old)
    const changed = changedAt(SMALL_TEXT, at, others[roll(others.length)] ?? '')
    expect([changed, isDrawnAgain(TEST_CHAIN, changed)]).toEqual([changed, false])
    expect([changed, wrongIn(changed).length > 0]).toEqual([changed, true])
  }
})

/** A text with the first match of a form replaced. */
const replaced = (form: RegExp, by: string | ((...groups: string[]) => string), text = CALM_TEXT): string => {
  const changed = text.replace(form, by as string)
  expect(changed).not.toBe(text)
  return changed
}
const flipped = (hex: string): string => (hex.startsWith('0') ? '1' : '0') + hex.slice(1)
const rowsOf = (text: string): string[] => text.trimEnd().split('\n').slice(28)
const withRows = (rows: readonly string[]): string =>
  `${CALM_TEXT.split('\n').slice(0, 28).join('\n')}\n${rows.join('\n')}\n`
const ROWS = rowsOf(CALM_TEXT)
const fieldOf = (row: string, n: number): string => row.split(' ')[n] ?? ''
const withField = (row: string, n: number, value: string): string => row.split(' ').with(n, value).join(' ')
/** Two rows exchange a field. */
const exchanged = (a: number, b: number, field: number): string[] =>
  ROWS.map((row, n) => (n === a || n === b ? withField(row, field, fieldOf(ROWS[n === a ? b : a]!, field)) : row))
/** The second ticket has three lots and the fifth place, the third has one lot and the thirteenth. */
const [winner, loser] = [1, 2]
const ROUND = TERMS.beacon.kind === 'drand' ? TERMS.beacon.round : 0

// prettier-ignore
test.each<[string, () => string, readonly DrawStep[]]>([
  ['nothing',                              () => CALM_TEXT,                                                       []],
  ['another version of the rules',         () => replaced(/^lonja draw 1$/m, 'lonja draw 2'),                     ['form']],
  ['another version in the terms',         () => replaced(/^draw 1$/m, 'draw 2'),                                 ['form']],
  ['another price in the terms',           () => replaced(/^price 12.40$/m, 'price 12.41'),                       ['root']],
  ['more lots than are offered',           () => replaced(/^lots 40$/m, 'lots 41'),                               ['crowd', 'root', 'allotment']],
  ['a first day that seeds do not have',   () => replaced(/^seeds 2026-10-01/m, 'seeds 2026-10-02'),              ['crowd', 'root']],
  ['one lot more of a customer',           () => withRows(ROWS.map((row, n) => n === 0 ? withField(row, 1, String(Number(fieldOf(row, 1)) + 1)) : row)), ['root']],
  ['the application of another customer',  () => withRows(ROWS.map((row, n) => n === 0 ? withField(row, 2, flipped(fieldOf(row, 2))) : row)), ['root']],
  ['a customer as one of the crowd',       () => withRows(ROWS.map((row, n) => n === 0 ? withField(row, 2, 'crowd') : row)), ['list', 'crowd', 'root']],
  ['a ticket left out',                    () => withRows(ROWS.slice(1)),                                         ['list', 'root', 'order', 'allotment']],
  ['two tickets in another order',         () => withRows([ROWS[1]!, ROWS[0]!, ...ROWS.slice(2)]),                ['list', 'root']],
  ['the last of the crowd left out',       () => withRows(ROWS.slice(0, -1)),                                     ['list', 'crowd', 'root', 'order', 'allotment']],
  ['the crowd of another day',             () => replaced(/^crowd (\d+) 2026-11-28 \w+$/m, (_all, count) => `crowd ${count} 2026-11-27 ${hex(seedOn('2026-11-27'))}`), ['crowd']],
  ['the seed of another day',              () => replaced(/^crowd (\d+) 2026-11-28 \w+$/m, (_all, count) => `crowd ${count} 2026-11-28 ${hex(seedOn('2026-11-27'))}`), ['crowd']],
  ['no crowd where there is one',          () => replaced(/^crowd (\d+) 2026-11-28 \w+$/m, (_all, count) => `crowd ${count} none`), ['crowd']],
  ['the customers’ root',                  () => replaced(/^(customers \d+) (\w+)$/m, (_all, count = '', root = '') => `${count} ${flipped(root)}`), ['root']],
  ['the root',                             () => replaced(/^(root \d+) (\w+)$/m, (_all, count = '', root = '') => `${count} ${flipped(root)}`), ['root', 'seed']],
  ['a root of before the last application', () => replaced(/^published .*$/m, 'published 2026-11-28T17:00:00.000Z'), ['list']],
  ['a root in time, at the last instant',  () => replaced(/^published .*$/m, 'published 2026-11-30T11:59:03.000Z'), []],
  ['a root a millisecond too late',        () => replaced(/^published .*$/m, 'published 2026-11-30T11:59:03.001Z'), ['beacon']],
  ['another round',                        () => replaced(/^round \d+ \w+$/m, `round ${ROUND + 1} ${hex(signRound(ROUND + 1))}`), ['beacon']],
  ['the signature of another round',       () => replaced(/^round \d+ \w+$/m, `round ${ROUND} ${hex(signRound(ROUND + 1))}`), ['beacon']],
  ['a signature that is no point',         () => replaced(/^round \d+ \w+$/m, `round ${ROUND} ${'00'.repeat(48)}`), ['beacon']],
  ['another chain in the terms',           () => replaced(/^beacon drand \w+/m, `beacon drand ${'ab'.repeat(32)}`), ['root', 'beacon']],
  ['the seed of a day instead of a round', () => replaced(/^round \d+ \w+$/m, `day 2026-11-30 ${hex(seedOn('2026-11-30'))}`), ['beacon']],
  ['another randomness',                   () => replaced(/^randomness (\w+)$/m, (_all, value = '') => `randomness ${flipped(value)}`), ['beacon', 'seed']],
  ['another seed',                         () => replaced(/^seed (\w+)$/m, (_all, value = '') => `seed ${flipped(value)}`), ['seed', 'order']],
  ['two places exchanged',                 () => withRows(exchanged(winner, loser, 3)),                           ['order', 'allotment']],
  ['two allotments exchanged',             () => withRows(exchanged(winner, loser, 4)),                           ['allotment']],
  ['a lot more than is offered',           () => withRows(ROWS.map((row, n) => n === loser ? withField(row, 4, '2') : row)), ['allotment']],
  ['another sum',                          () => replaced(/^allotted 40 0$/m, 'allotted 39 1'),                   ['allotment']],
  ['an end without a line feed',           () => CALM_TEXT.trimEnd(),                                             ['form']],
  ['a line more',                          () => `${CALM_TEXT}\n`,                                                ['form']],
])('%s: the check names the step, and the draw again differs', (_what, change, wrong) => {
  const text = change()
  expect(wrongIn(text)).toEqual(wrong)
  expect(isDrawnAgain(TEST_CHAIN, text)).toBe(wrong.length === 0)
})

test('a real chain is not taken for the one of the terms', () => {
  expect(checkDraw(CALM_TEXT).wrong).toEqual(['beacon'])
})

/** The text of the calm draw with other customers, drawn by the rule: only the list itself is wrong. */
const withCustomers = (change: (customers: readonly Application[]) => readonly Application[]): string => {
  const facts = calmFacts()
  return drawText(drawFor({ ...facts, customers: change(facts.customers) }))
}

// prettier-ignore
test.each<[string, () => string, readonly DrawStep[]]>([
  ['for the most that one may ask for',  () => withCustomers(([one, ...more]) => [{ ...one!, lots: TERMS.most }, ...more]), []],
  ['for one lot more',                   () => withCustomers(([one, ...more]) => [{ ...one!, lots: wholeLots(TERMS.most + 1n) }, ...more]), ['list']],
  ['that stands twice',                  () => withCustomers(([one, ...more]) => [one!, ...more, { ...one!, ticket: 500 }]), ['list']],
])('a list with an application %s', (_what, text, wrong) => {
  expect(wrongIn(text())).toEqual(wrong)
  expect(isDrawnAgain(TEST_CHAIN, text())).toBe(wrong.length === 0)
})

/** The text of the calm draw with another crowd, drawn by the rule: only the crowd is wrong. */
const withCrowd = (change: (crowd: readonly Application[]) => readonly Application[]): string => {
  const facts = calmFacts()
  const list = wholeList(facts.terms, facts.customers, facts.crowdSeed)
  const crowd = change(list.slice(facts.customers.length))
  return drawText(drawList(facts, [...facts.customers, ...crowd]))
}

// prettier-ignore
test.each<[string, () => string, readonly DrawStep[]]>([
  ['of its seed',              () => withCrowd((crowd) => crowd),                                                                           []],
  ['with other tickets',       () => withCrowd((crowd) => crowd.map((each) => ({ ...each, ticket: each.ticket + 1 }))),                       ['crowd']],
  ['in which one asks for less', () => withCrowd(([one, ...more]) => [{ ...one!, lots: wholeLots(one!.lots - 1n) }, ...more]),               ['crowd']],
  ['without its last',         () => withCrowd((crowd) => crowd.slice(0, -1)),                                                              ['crowd']],
  ['with one more',            () => withCrowd((crowd) => [...crowd, { ticket: 1_000, lots: wholeLots(1n), mark: null }]),                  ['crowd']],
])('a crowd %s', (_what, text, wrong) => {
  expect(wrongIn(text())).toEqual(wrong)
  expect(isDrawnAgain(TEST_CHAIN, text())).toBe(wrong.length === 0)
})

// prettier-ignore
test.each<[string, Partial<DrawFacts>, readonly DrawStep[]]>([
  ['nothing of the house’s choice',     {},                                                               []],
  ['a seed for the crowd that it chose', { crowdSeed: hashOf('a seed of our own') },                      ['crowd']],
  ['the seed of the day before',        { crowdSeed: seedOn('2026-11-27') },                              ['crowd']],
  ['the round after',                   { beacon: { round: ROUND + 1, signature: signRound(ROUND + 1) } }, ['beacon']],
  ['the signature of another round',    { beacon: { round: ROUND, signature: signRound(ROUND + 1) } },    ['beacon']],
  ['a day instead of a round',          { beacon: { day: '2026-12-01', seed: seedOn('2026-12-01') } },    ['beacon']],
  ['a root of before the deadline',     { published: TERMS.closes - 1 },                                  ['list']],
])('a whole draw that takes %s', (_what, change, wrong) => {
  const text = drawText(drawFor({ ...calmFacts(), ...change }))
  expect(wrongIn(text)).toEqual(wrong)
  expect(isDrawnAgain(TEST_CHAIN, text)).toBe(wrong.length === 0)
})

test('the steps are told one after the other, and a text of another form ends with the first', () => {
  const stepsOf = (text: string) => {
    const steps: [DrawStep, boolean][] = []
    checkDraw(text, CHECKED_TEST_CHAIN, (...step) => steps.push(step))
    return steps
  }
  expect(stepsOf(CALM_TEXT)).toEqual(DRAW_STEPS.map((step) => [step, true]))
  expect(stepsOf(CALM_TEXT.replace(/^seed .*$/m, (line) => `seed ${flipped(line.slice(5))}`))).toEqual(
    DRAW_STEPS.map((step) => [step, step !== 'seed' && step !== 'order']),
  )
  expect(stepsOf(CALM_TEXT.trimEnd())).toEqual([['form', false]])
})

test('a draw by a real round of drand checks out by its own chain', () => {
  expect(checkDraw(drawText(drawFor(realFacts()))).wrong).toEqual([])
})

/** The root to which a path leads from a leaf: `at` is its number among the leaves. */
function climb(leaf: string, path: readonly string[], at: number, leaves: number): string {
  let hash = hexToBytes(leaf)
  const rest = path.map((each) => hexToBytes(each))
  for (let [place, count] = [at, leaves]; count > 1; [place, count] = [Math.floor(place / 2), Math.ceil(count / 2)]) {
    // The last one of an odd level goes up as it is.
    if (place % 2 === 0 && place === count - 1) continue
    const beside = rest.shift()!
    const pair = place % 2 === 0 ? [hash, beside] : [beside, hash]
    hash = sha256(concatBytes(Uint8Array.of(1), ...pair))
  }
  expect(rest).toEqual([])
  return hex(hash)
}

test('every row of every number of rows has its leaf, its rank, and a path to the published root', () => {
  for (let count = 1; count <= 20; count++) {
    const customers = customersFrom(dice(`own ${count}`), count, TERMS.most)
    const draw = drawFor({ ...calmFacts({ crowd: false, beacon: { kind: 'seeds' } }), customers })
    const text = drawText(draw)
    const { file } = checkDraw(text)
    for (const [n, drawn] of draw.drawn.entries()) {
      const own = ownTicketIn(text, `application ${drawn.ticket}`)
      expect(own).toMatchObject({
        row: { ticket: drawn.ticket, lots: drawn.lots, mark: drawn.mark, place: drawn.place },
        leaf: hex(leafOf(rowText(drawn))),
        rank: hex(rankFor(draw.seed, drawn.ticket)),
      })
      const path = file && own ? pathToRoot(file, own.row) : []
      expect(climb(own?.leaf ?? '', path, n + 1, count + 1)).toBe(hex(draw.root.hash))
    }
  }
})

test('an application that is not on the list has no ticket, nor has a text that is no draw', () => {
  expect(ownTicketIn(CALM_TEXT, 'application 999')).toBeNull()
  expect(ownTicketIn(CALM_TEXT.replace(/^lonja draw 1$/m, 'lonja draw 2'), 'application 1')).toBeNull()
  expect(ownTicketIn('', 'application 1')).toBeNull()
  expect(ownTicketIn(CALM_TEXT, `application ${drawFor(calmFacts()).drawn[0]!.ticket}`)).not.toBeNull()
})
