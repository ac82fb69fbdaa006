import { expect, test } from 'vitest'
import { crowdDayFor, crowdFor, crowdLotsFor } from './crowd.rules.ts'
import { TERMS, hashOf } from './draw.testing.ts'
import { wholeLots, type Lots } from './terms.text.ts'

const sumOf = (crowd: readonly Lots[]): bigint => crowd.reduce((sum, lots) => sum + lots, 0n)

// prettier-ignore
test.each<[closes: string, day: string]>([
  ['2026-11-28T00:00:00.000Z', '2026-11-28'],
  ['2026-11-28T23:59:59.999Z', '2026-11-28'],
  ['2026-11-29T00:00:00.000Z', '2026-11-29'],
])('an offer that closes at %s has the crowd of %s', (closes, day) => {
  expect(crowdDayFor({ closes: Date.parse(closes) })).toBe(day)
})

test('the crowd follows from offer and seed alone, and another seed or offer has another', () => {
  const terms = { ...TERMS, lots: wholeLots(800n) }
  const crowd = crowdFor(terms, hashOf('a seed'))
  expect(crowdFor({ offer: terms.offer, lots: terms.lots, most: terms.most }, hashOf('a seed'))).toEqual(crowd)
  expect(crowdFor(terms, hashOf('another seed'))).not.toEqual(crowd)
  expect(crowdFor({ ...terms, offer: '019a9000-0000-7000-8000-000000000042' }, hashOf('a seed'))).not.toEqual(crowd)
})

test('it asks for 60 % to 400 % of the lots, each for one lot to the most, and more often for few', () => {
  const percents: number[] = []
  for (let n = 0; n < 400; n++) {
    const crowd = crowdFor({ ...TERMS, lots: wholeLots(1_000n) }, hashOf(`seed ${n}`))
    percents.push(Number(sumOf(crowd)) / 10)
    expect(crowdLotsFor({ ...TERMS, lots: wholeLots(1_000n) }, hashOf(`seed ${n}`))).toBe(sumOf(crowd))
    expect(crowd.every((lots) => lots >= 1n && lots <= 20n)).toBe(true)
    const small = crowd.filter((lots) => lots <= 5n).length / crowd.length
    expect(small).toBeGreaterThan(0.3)
    expect(small).toBeLessThan(0.7)
  }
  expect(Math.min(...percents)).toBeGreaterThanOrEqual(60)
  expect(Math.max(...percents)).toBeLessThanOrEqual(400)
  // Every quarter of the range is met, and about one offer of nine finds fewer lots asked for than it has.
  for (const from of [60, 145, 230, 315]) {
    expect(percents.filter((each) => each >= from && each < from + 86).length).toBeGreaterThan(60)
  }
  expect(percents.filter((each) => each < 100).length).toBeGreaterThan(20)
})

test('an offer of one lot, and applications of one lot each, have their crowd', () => {
  for (let n = 0; n < 50; n++) {
    expect(sumOf(crowdFor({ ...TERMS, lots: wholeLots(1n) }, hashOf(`one ${n}`)))).toBeLessThanOrEqual(4n)
    const crowd = crowdFor({ ...TERMS, lots: wholeLots(50n), most: wholeLots(1n) }, hashOf(`most ${n}`))
    expect(crowd.every((lots) => lots === 1n)).toBe(true)
  }
})
