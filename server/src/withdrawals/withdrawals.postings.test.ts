import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import { HOUR } from '@lonja/core/base/instant'
import { SIGN_UP_GRANT, holdLine, releaseLine } from '@lonja/core/ledger/ledger.rules'
import { cancelWithdrawal, readWithdrawal } from '@lonja/core/withdrawals/withdrawals.contract'
import { sql } from '../database/db.ts'
import { newId } from '../base/ids.ts'
import { writeFor } from '../database/locks.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import { postNow } from '../ledger/ledger.actions.ts'
import { postingsOf } from './replies.actions.ts'
import { judge, payerIn, submit, type Payer } from './withdrawals.testing.ts'
import { sendApproved } from './withdrawals.jobs.ts'
import { findReviewedWithdrawal } from './withdrawals.store.ts'
import { reviewOf } from '../review/reviewed.testing.ts'

/** The postings of a withdrawal are found by number, however many the customer has since. */

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())

const POSTINGS = 12
const LINES = 90

/** Many more postings of the customer afterwards. */
async function goOn({ id: customer }: Payer): Promise<void> {
  const lines = Array.from({ length: LINES / 2 }, () => [holdLine(eur(1n)), releaseLine(eur(1n))]).flat()
  for (let count = 0; count < POSTINGS; count += 1) {
    await writeFor(house.db, customer, async (tx) => {
      await postNow(tx, { customer, cause: SIGN_UP_GRANT, at: house.clock.now(), lines })
    })
  }
}

/** A sent withdrawal and a cancelled one, then many more postings. */
async function lived(): Promise<{ who: Payer; sent: string; back: string }> {
  const [who, seat] = [await payerIn(house), await house.seat()]
  const [sent, back] = [(await submit(house, who)).data.id as string, (await submit(house, who)).data.id as string]
  await judge(house, seat, sent, 'approve')
  house.clock.advance(HOUR)
  await sendApproved(house, house.withdrawals)
  await house.ask(cancelWithdrawal, { id: back }, { token: who.token, key: newId() })
  await goOn(who)
  return { who, sent, back }
}

const READ = sql(
  'read_of_postings',
  "select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int8 as rows from pg_stat_xact_user_tables where relname = 'postings'",
)

/** The kinds of its entries, and how many entries were read to find them. */
const postingKinds = (id: string) =>
  house.db.read(async (tx) => {
    const withdrawal = await findReviewedWithdrawal(tx, await reviewOf(house, id))
    assert(withdrawal !== null, 'it is there')
    const readSoFar = async () => Number((await tx.run<{ rows: bigint }>(READ))[0]?.rows ?? 0n)
    const before = await readSoFar()
    const kinds = (await postingsOf(tx, withdrawal)).map(({ kind }) => kind)
    return { kinds, rows: (await readSoFar()) - before }
  })

const postings = async ({ token }: Payer, id: string): Promise<(number | null)[]> => {
  const { steps } = (await house.ask(readWithdrawal, { id }, { token })).data as { steps: { posting: number | null }[] }
  return steps.map(({ posting }) => posting)
}

test('they are read, and no other entry', async () => {
  const { sent, back } = await lived()
  expect(await postingKinds(sent)).toEqual({ kinds: ['hold', 'withdrawal'], rows: 2 })
  expect(await postingKinds(back)).toEqual({ kinds: ['hold', 'release'], rows: 2 })
})

test('those of an earlier release are found too, and the migration fills in their numbers', async () => {
  const { who, sent, back } = await lived()
  const before = [await postings(who, sent), await postings(who, back)]
  const owner = new pg.Client({ connectionString: house.ownerUrl })
  await owner.connect()
  try {
    await owner.query('update withdrawals set held_posting = null, ended_posting = null where customer = $1', [who.id])
    expect((await postingKinds(sent)).rows).toBeGreaterThan((POSTINGS * LINES) / 6)
    expect([await postings(who, sent), await postings(who, back)]).toEqual(before)
    const file = new URL('../../migrations/0036_postings_of_withdrawals.sql', import.meta.url)
    await owner.query(/^update [^;]*;/m.exec(readFileSync(file, 'utf8'))?.[0] ?? '')
    expect((await postingKinds(sent)).rows).toBe(2)
    expect([await postings(who, sent), await postings(who, back)]).toEqual(before)
  } finally {
    await owner.end()
  }
})
