import { describe, expect, test } from 'vitest'
import { E4_PER_CENT, currencyFor, venueOf } from '../base/amount.ts'
import { LANGUAGES } from '../base/language.ts'
import { HOUR, type Day } from '../base/instant.ts'
import { DAY_MS, dayNumberOf } from '../calendar/days.ts'
import { overEverywhere, sessionAt, type Hours } from '../calendar/sessions.ts'
import { offeredCompany } from '../universe/universe.ts'
import { FIRST_DAY, TERMS, TEST_CHAIN, hashOf, seedOn } from './draw.testing.ts'
import { decideTerms, stateFor } from './ipo.rules.ts'
import {
  practiceChain,
  practiceNumberAt,
  practiceSeedDay,
  practiceTerms,
  type PracticeHouse,
} from './practice.rules.ts'
import { prospectusText } from './prospectus.text.ts'
import { readTerms, termsText, type Terms } from './terms.text.ts'

const HOUSE: PracticeHouse = { openingDay: FIRST_DAY, hours: 'always', chain: TEST_CHAIN }
const OPENED = dayNumberOf(FIRST_DAY) * DAY_MS
const { seeds, prospectus } = TERMS

function offerOf(number: number, house = HOUSE): Terms {
  const day = practiceSeedDay(number, house)
  const seed = day < FIRST_DAY ? hashOf('history') : seedOn(day)
  return practiceTerms(number, house, { company: offeredCompany(number), seed, seeds, prospectus })
}

describe.each<Hours>(['always', 'exchange'])('with the hours %s', (hours) => {
  const house = { ...HOUSE, hours }
  const offers = Array.from({ length: 150 }, (_offer, n) => offerOf(n, house))

  test('one is open and one waits for its draw at any time, and one lists within days', () => {
    const missing: string[] = []
    for (let now = OPENED + 12 * DAY_MS; now < OPENED + 280 * DAY_MS; now += 3 * HOUR) {
      const states = offers.map((terms) => stateFor(terms, { now, isCancelled: false, isDrawn: now > terms.draws }))
      const lists = offers.some((terms) => terms.lists > now && terms.lists < now + 6 * DAY_MS)
      if (!states.includes('subscribing') || !states.includes('ended') || !lists)
        missing.push(new Date(now).toISOString())
    }
    expect(missing).toEqual([])
  })

  test('the terms are ones that the house accepts, and their text gives them again', () => {
    for (const terms of offers) {
      const isOpening = sessionAt(venueOf(terms.listing), terms.lists + 1, hours).open === terms.lists
      const facts = { now: terms.opens - 1, chain: TEST_CHAIN, links: 4_000, isTaken: false, listsInSession: isOpening }
      expect([termsText(terms), decideTerms(terms, facts)]).toEqual([termsText(terms), null])
      expect(readTerms(termsText(terms))).toEqual(terms)
    }
  })
})

test('a lot costs at most 1,000 in the currency of its venue, and a tenth of that at least', () => {
  for (let n = 0; n < 300; n++) {
    const { price, lot, lots, most, listing } = offerOf(n)
    const cost = (price * lot) / E4_PER_CENT
    expect(cost <= 1_000_00n && cost >= 100_00n).toBe(true)
    expect([lots >= 1_000n && lots <= 5_000n, most]).toEqual([true, lots / 20n])
    expect(currencyFor(listing)).toBe(venueOf(listing) === 'XMAD' ? 'EUR' : 'USD')
  }
})

test('an offer follows from its number and its seed', () => {
  const facts = { company: offeredCompany(4), seed: hashOf('seed'), seeds, prospectus }
  const one = practiceTerms(4, HOUSE, facts)
  expect(practiceTerms(4, HOUSE, facts)).toEqual(one)
  const other = practiceTerms(4, HOUSE, { ...facts, seed: hashOf('other') })
  const next = practiceTerms(5, HOUSE, facts)
  expect(new Set([one, other, next].map(({ offer }) => offer)).size).toBe(3)
  expect(practiceTerms(4, { ...HOUSE, chain: null }, facts).beacon).toEqual({ kind: 'seeds' })
})

describe('an offer is published after its seed and before it opens', () => {
  // The house opened on the first of October.
  // prettier-ignore
  test.each<[when: string, number: number | null]>([
    ['2026-09-30T23:59:59.999Z', null],
    ['2026-10-01T00:00:00.000Z', 0],
    ['2026-10-02T07:59:59.999Z', 0],
    ['2026-10-02T08:00:00.000Z', null],
    ['2026-10-02T23:59:59.999Z', null],
    ['2026-10-03T00:00:00.000Z', 1],
    ['2026-10-04T07:59:59.999Z', 1],
    ['2026-10-04T08:00:00.000Z', null],
  ])('at %s it is %s', (when, number) => {
    expect(practiceNumberAt(Date.parse(when), HOUSE)).toBe(number)
  })

  test('the day of its seed is over in every venue more than a day before it opens', () => {
    for (const n of [0, 1, 150]) {
      const day = dayNumberOf(practiceSeedDay(n, HOUSE))
      expect(overEverywhere(day)).toBeLessThanOrEqual(offerOf(n).opens - DAY_MS)
    }
    expect([practiceSeedDay(0, HOUSE), practiceSeedDay(1, HOUSE)]).toEqual(['2026-09-30', '2026-10-02'])
  })
})

describe('an offer names the chain that has the seeds of its deadline, and of a late draw', () => {
  const chain = (firstDay: Day, links: number) => ({ firstDay, links, end: new Uint8Array(32) })
  const [closes, draws] = [Date.parse('2026-10-06T17:00:00Z'), Date.parse('2026-10-08T18:00:00Z')]
  // prettier-ignore
  test.each<[string, readonly ReturnType<typeof chain>[], Day | null]>([
    ['one that goes on for a month',        [chain('2026-10-01', 39)],                             '2026-10-01'],
    ['one that ends a day too early',       [chain('2026-10-01', 38)],                             null],
    ['the one that begins on that day',     [chain('2026-10-01', 5), chain('2026-10-06', 4_000)],  '2026-10-06'],
    ['the next one begins a day too late',  [chain('2026-10-01', 6), chain('2026-10-07', 4_000)],  null],
  ])('%s', (_which, chains, first) => {
    expect(practiceChain(chains, { closes, draws })?.firstDay ?? null).toBe(first)
  })
})

test('the prospectus has the company and what one can lose in five languages', () => {
  const company = offeredCompany(1)
  const parts = prospectusText(company)
    .split(/^\[\w+\]\n/m)
    .slice(1)
  expect(parts).toHaveLength(LANGUAGES.length)
  for (const [n, language] of LANGUAGES.entries()) expect(parts[n]).toContain(company.profile?.[language])
  expect(prospectusText(company)).not.toContain('undefined')
  expect(prospectusText(offeredCompany(2))).not.toBe(prospectusText(company))
})
