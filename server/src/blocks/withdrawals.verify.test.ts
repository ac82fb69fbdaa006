import { afterAll, beforeAll, expect, test } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { DAY_MS } from '@lonja/core/calendar/days'
import { checkBooks } from '../books.ts'
import { openDb, sql, type Db } from '../database/db.ts'
import { ESP, START } from '../orders/orders.testing.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import { publishedOffer, runBlockRound } from './blocks.testing.ts'
import { applicationFor, openedWithdrawal, withdrawBlocks } from './withdrawals.testing.ts'

let house: TestHouse
let owner: Db
/** An offer that is withdrawn with its application, and another one whose withdrawal waits for a second person. */
let withdrawn: string
let application: string
let running: string
let waiting: string
beforeAll(async () => {
  house = await openTestHouse({ grant: eur(1_000_00n), start: START - 30 * MINUTE })
  owner = openDb(house.ownerUrl, { max: 1 })
  house.script.sessions = [{ open: START - HOUR, close: START + 100 * DAY_MS }]
  await house.quote(ESP, 670n, 673n)
  withdrawn = await publishedOffer(house)
  application = (await applicationFor(house, withdrawn)).id
  await withdrawBlocks(house, withdrawn)
  await runBlockRound(house)
  running = await publishedOffer(house)
  waiting = (await openedWithdrawal(house, running)).form.id
})
afterAll(async () => {
  await owner.close()
  await house.close()
})

let faults = 0

/** The rows of the law of withdrawals after a statement of the tables' owner, which is rolled back. */
async function breachesAfter(text: string): Promise<readonly string[]> {
  let rows: readonly string[] = []
  const undone = new Error('rolled back')
  const run = owner.write(async (tx) => {
    await tx.run(sql(`test_withdrawal_fault_${(faults += 1)}`, text))
    const breach = (await checkBooks(tx)).find(({ code }) => code === 'block_withdrawals')
    rows = (breach?.rows ?? []).map(({ differs }) => differs)
    throw undone
  })
  await expect(run).rejects.toBe(undone)
  return rows
}

const UNGUARDED = (statement: string) =>
  `do $$ begin alter table block_offers disable trigger a_block_withdrawal_stays; ${statement}; end $$`

test('a withdrawal by two people keeps the law', async () => {
  expect(await breachesAfter('select 1')).toEqual([])
})

test.each<[line: string, statement: () => string, differs: () => string]>([
  [
    'an offer that one person withdrew',
    () =>
      `update reviews set state = 'pending', reason = null, ended_at = null where record in (select id from block_withdrawals where offer = '${withdrawn}')`,
    () => `offer ${withdrawn}: company_event, its proposals say ; the application’s review is cancelled`,
  ],
  [
    'another public reason than that of the two',
    () => UNGUARDED(`update block_offers set withdrawal_reason = 'terms_mistaken' where id = '${withdrawn}'`),
    () =>
      `offer ${withdrawn}: terms_mistaken, its proposals say {company_event}; the application’s review is cancelled`,
  ],
  [
    'a confirmed withdrawal that nobody carried out',
    () =>
      `update reviews set state = 'approved', reason = 'company_event', ended_at = opened_at, seat = null, seat_number = null, seat_role = null, seat_at = null where id = '${waiting}'`,
    () => `offer ${running}: not withdrawn, its proposals say {company_event}; the application’s review is `,
  ],
  [
    'an application that ended with its offer, and whose review goes on',
    () => `update reviews set state = 'pending', ended_at = null where record = '${application}'`,
    () => `offer ${withdrawn}: company_event, its proposals say {company_event}; the application’s review is pending`,
  ],
])('%s is found', async (_line, statement, differs) => {
  expect(await breachesAfter(statement())).toEqual([differs()])
})
