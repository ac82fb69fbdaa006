import { afterAll, beforeAll, expect, test } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import { HOUR } from '@lonja/core/base/instant'
import type { ListingId } from '@lonja/core/base/amount'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { checkPrice } from '@lonja/core/proof/price.proof'
import { readAbout } from '@lonja/core/proof/proof.contract'
import { newId } from '../base/ids.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import { revealSeeds } from '../market/market.jobs.ts'
import type { OpenedMarket } from '../market/market.opening.ts'
import { testPractice } from '../market/market.practice.testing.ts'
import { houseAt, houseIn, report, type CheckedHouse } from './proof.price.ts'

const OPENED = Date.parse('2026-11-18T12:00:00Z')
const PLACED = Date.parse('2026-11-19T15:00:00Z')
const NOW = Date.parse('2026-11-22T12:00:00Z')

let house: TestHouse
let opened: OpenedMarket
let url: string
let share: ListingId
let filledAt: number

/** A house that has run for three days, in which one order was filled. The seeds of finished days are revealed. */
beforeAll(async () => {
  const practice = testPractice({
    hours: 'always',
    openedAt: OPENED,
    chains: [
      { secret: Buffer.alloc(32, 1), links: 2 },
      { secret: Buffer.alloc(32, 2), links: 200 },
    ],
  })
  house = await openTestHouse({
    start: OPENED,
    grant: eur(100_000_000n),
    market: async (db, clock) => (opened = await practice(db, clock)),
  })
  share = opened.market.instruments.find(({ kind }) => kind === 'share')!.listing
  house.clock.set(PLACED)
  const { token } = await house.customer()
  const id = newId()
  const answer = await house.ask(
    placeOrder,
    { id, listing: share, side: 'buy', shares: '1', limit: null, timeInForce: 'day' },
    { token, key: id },
  )
  if (answer.status !== 200) throw new Error(`an order was answered ${answer.status}`)
  house.clock.set(PLACED + 1_000)
  await house.engine.sweep()
  filledAt = opened.market.quoteAt(share, PLACED + 1_000)!.at
  house.clock.set(NOW)
  await revealSeeds(house.db, opened.seeds!, house.clock.now())
  await house.door.listen({ port: 0, host: '127.0.0.1' })
  const { port } = house.door.server.address() as { port: number }
  url = `http://127.0.0.1:${port}`
}, 120_000)
afterAll(() => house.close())

async function reportOf(from: CheckedHouse, listing: ListingId, at: number) {
  const check = checkPrice(from.proof, listing, at)
  return report(listing, at, check, check.result === 'computed' ? await from.shown(listing, check) : [])
}

test('each chain is published with its newest revealed seed, and the newest month with all of them', async () => {
  const { data } = await house.ask(readAbout)
  const { chains, revealed } = data.seeds
  expect(chains.map((chain: { newest: { day: string } }) => chain.newest.day)).toEqual(['2026-11-19', '2026-11-21'])
  expect(revealed.map(({ day }: { day: string }) => day)).toEqual([
    '2026-11-21',
    '2026-11-20',
    '2026-11-19',
    '2026-11-18',
  ])
  expect(chains[1].newest.seed).toBe(revealed[0].seed)
})

test('a computed price agrees with the minute and the day that a house at an address shows', async () => {
  const { lines, code } = await reportOf(await houseAt(url), share, PLACED)
  expect(lines.slice(-6).join('\n')).toMatch(/agrees {2}minute\n {2}agrees {2}day\nIt agrees/)
  expect(lines.join('\n')).toMatch(/quote .* bid [\d.]+ x \d+ {2}ask/)
  expect(lines.join('\n')).toContain('What this does not show')
  expect(code).toBe(0)
})

test('a computed price agrees with the quote that filled an order in a house’s database', async () => {
  const own = await houseIn(house.db)
  expect(await reportOf(own, share, filledAt)).toMatchObject({
    code: 0,
    lines: expect.arrayContaining(['  agrees  a quote that orders were filled with']),
  })
  expect((await reportOf(own, share, filledAt - 30_000)).lines).toContain(
    'Worked out from the revealed seeds; nothing to compare it with: no order was filled on this quote.',
  )
})

test('a house that shows another price is found out', async () => {
  const real = await houseAt(url)
  const forged: CheckedHouse = { ...real, shown: () => Promise.resolve([{ what: 'minute', differs: ['high'] }]) }
  expect(await reportOf(forged, share, PLACED)).toMatchObject({
    code: 1,
    lines: expect.arrayContaining(['IT DIFFERS in minute (high).']),
  })
  const [first, ...others] = real.proof.chains
  const lying = {
    ...real,
    proof: {
      ...real.proof,
      chains: [{ ...first!, newest: { ...first!.newest!, seed: Buffer.alloc(32, 9) } }, ...others],
    },
  }
  expect(await reportOf(lying, share, PLACED)).toMatchObject({ code: 1 })
})

test('a price that cannot be checked is reported with the reason and the time from which it can be', async () => {
  const real = await houseAt(url)
  expect(await reportOf(real, share, NOW - HOUR)).toMatchObject({
    code: 2,
    lines: [expect.stringContaining(share), expect.stringContaining('the seed of 2026-11-22 is revealed')],
  })
  expect((await reportOf(real, 'XNYS:NOSUCH', PLACED)).lines[1]).toContain('no listing')
  expect((await reportOf(real, share, OPENED - 6 * 366 * 24 * HOUR)).lines[1]).toContain('before the first price')
})

test('an address that is no house gives one line', async () => {
  await expect(houseAt('http://127.0.0.1:9')).rejects.toThrow(
    /No house of this version answers at http:\/\/127.0.0.1:9/,
  )
  await expect(houseAt('club')).rejects.toThrow(/--house is "club"/)
})
