import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListingId } from '@lonja/core/base/amount'
import { eur } from '@lonja/core/base/amount'
import { HOUR, MINUTE, SECOND } from '@lonja/core/base/instant'
import { hold } from '@lonja/core/ledger/ledger.rules'
import { OPTION_TERMS, winOf } from '@lonja/core/options/options.rules'
import { newId } from '../base/ids.ts'
import { checkBooks } from '../books.ts'
import { openDb, sql } from '../database/db.ts'
import { int8, shapeOf, word } from '../database/codecs.ts'
import { writeFor } from '../database/locks.ts'
import { postNow } from '../ledger/ledger.actions.ts'
import { START } from '../orders/orders.testing.ts'
import { dice } from '../testing/fuzz.dice.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import { newWalker } from '../testing/walks.people.ts'
import { limitDayAt } from './options.actions.ts'
import { insertOption, type NewOption } from './options.store.ts'
import { runOptionRound } from './options.testing.ts'
import { checkOptions } from './settlements.verify.ts'

/*
 * All options of many customers expire in one second, and two servers settle them, of which one is killed on the way. The long run
 * has 10,000 options of 2,000 customers on 300 listings, the short one 200.
 */

const [CUSTOMERS, LISTINGS] = process.env['LONJA_LONG'] === '1' ? [2_000, 300] : [40, 12]
const EACH = 5
const STAKE = 10_00n
const TIMEOUT = 30 * MINUTE

let house: TestHouse
const listings = Array.from({ length: LISTINGS }, (_listing, n) => `XMAD:T${n}` as ListingId)
const isUp = (n: number): boolean => n % 2 === 0
/** By its number a listing ends above, below, at its strike, or has too few quotes. */
const LAST = [6n, -4n, 0n, null] as const
const lastOf = (listing: number) => LAST[listing % LAST.length] ?? null

/** A customer's option, with its place among all. */
const placed: { readonly n: number; readonly option: NewOption }[] = []

beforeAll(async () => {
  house = await openTestHouse({ start: START - MINUTE })
  house.script.sessions = [{ open: START - HOUR, close: START + HOUR }]
  const at = house.clock.now()
  const chance = dice(1)
  for (let who = 0; who < CUSTOMERS; who++) {
    let customer = await newWalker(house, chance)
    while (customer.paidIn.EUR < STAKE * BigInt(EACH)) customer = await newWalker(house, chance)
    await writeFor(house.db, customer.id, async (tx) => {
      for (let k = 0; k < EACH; k++) {
        const n = who * EACH + k
        const id = newId()
        const listing = listings[n % LISTINGS]!
        const option: NewOption = { customer: customer.id, id, listing, side: isUp(Math.floor(n / LISTINGS)) ? 'up' : 'down', life: 'minute', stake: STAKE, terms: 1, day: limitDayAt(at), at, marketAt: at, expiresAt: at + MINUTE } // prettier-ignore
        await postNow(tx, { customer: customer.id, cause: { kind: 'option', id }, at, lines: hold([eur(STAKE)]) })
        await insertOption(tx, option)
        placed.push({ n, option })
      }
    })
  }
  for (const [n, listing] of listings.entries()) {
    house.script.say(listing, at + SECOND, 999n, 1_001n)
    const last = lastOf(n)
    for (let second = last === null ? 52 : 51; second <= 60; second++)
      house.script.say(listing, at + second * SECOND, 999n + (last ?? 5n), 1_001n + (last ?? 5n))
  }
  house.clock.advance(MINUTE)
}, TIMEOUT)
afterAll(() => house.close())

const endsOf = sql('test_option_ends', 'select id::text as id, end_reason, paid from options where ended_at is not null', shapeOf({ id: word('id'), how: word('end_reason'), paid: int8('paid') })) // prettier-ignore
const linesOf = sql('test_option_postings', "select cause::text as cause, count(*) as times from postings where cause_kind = 'option' group by cause", shapeOf({ id: word('cause'), times: int8('times') })) // prettier-ignore

test(
  `of ${CUSTOMERS * EACH} options each is settled once on its quotes, by the server that is left`,
  { timeout: TIMEOUT },
  async () => {
    const other = openDb(house.ownerUrl, { max: 3 })
    const killed = runOptionRound({ ...house, db: other }).then(
      () => 'over',
      () => 'killed',
    )
    const left = runOptionRound(house)
    await setTimeout(LISTINGS)
    await other.close()
    await Promise.all([killed, left])
    await runOptionRound(house)

    const ends = new Map((await house.db.read((tx) => tx.run(endsOf, []))).map(({ id, ...end }) => [id, end]))
    const wrong = placed.filter(({ n, option }) => {
      const last = lastOf(n % LISTINGS)
      const how =
        last === null ? 'refunded' : last === 0n ? 'tied' : last > 0n === (option.side === 'up') ? 'won' : 'lost'
      const paid = how === 'won' ? winOf(STAKE, OPTION_TERMS[1]) : how === 'lost' ? 0n : STAKE
      const end = ends.get(option.id)
      return end?.how !== how || BigInt(end.paid) !== paid
    })
    expect([ends.size, wrong]).toEqual([CUSTOMERS * EACH, []])
    // A posting holds the stake, and one ends it.
    const times = (await house.db.read((tx) => tx.run(linesOf, []))).map(({ times: count }) => count)
    expect([times.length, Math.min(...times), Math.max(...times)]).toEqual([CUSTOMERS * EACH, 2, 2])
    expect(await house.db.read(checkBooks)).toEqual([])
    const past = { ...house.market, unchecked: () => null } as never
    expect(await checkOptions(house.db, past)).toEqual({ checked: CUSTOMERS * EACH, unchecked: 0, breaches: [] })
  },
)
