import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { aCustomer } from '@lonja/core/base/ids.testing'
import { LANGUAGES } from '@lonja/core/base/language'
import { decideDeposit, openDeposit } from '@lonja/core/deposits/deposits.staff.contract'
import { submitDeposit } from '@lonja/core/deposits/deposits.contract'
import { listEntries } from '@lonja/core/ledger/ledger.contract'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { startOver } from '@lonja/core/leaving.contract'
import { readHealth } from '@lonja/core/proof/health.staff.contract'
import { BOOKS, checkBooks, verifyBooks } from './books.ts'
import { newId } from './base/ids.ts'
import { CATALOGUES } from './base/texts.ts'
import { printLedger } from './commands/verify.ts'
import { openDb, sql, type Db } from './database/db.ts'
import { lawsOf, type AgainstLaw, type Breach } from './ledger/ledger.verify.ts'
import { COURSE_LAWS } from './orders/courses.verify.ts'
import { applied, faultsOfLoans, faultsOfOffers, faultsOfOptions, faultsOfRuns } from './testing/books.faults.ts'
import { ABC } from './orders/orders.testing.ts'
import { ROOT_LAWS } from './proof/roots.verify.ts'
import { insertVerification } from './proof/health.store.ts'
import { CLOSE_OUT_LAWS } from './margin/closeouts.verify.ts'
import { ACTION_FILE_LAWS } from './news/action-files.verify.ts'
import { ACTION_LAWS } from './corporate/corporate.verify.ts'
import { BLOCK_LAWS } from './blocks/blocks.verify.ts'
import { OPTION_LAWS } from './options/settlements.verify.ts'
import { DRAW_LAWS } from './ipo/draws.verify.ts'
import { openTestHouse, type TestHouse } from './testing/house.ts'
import { judge, payerIn, submit, TRADING, type Payer } from './withdrawals/withdrawals.testing.ts'
import { reverseByTwo } from './reversals/reversals.testing.ts'
import { reviewOf } from './review/reviewed.testing.ts'

/* Breaks each law once in a house with some history, and checks that the breach names the row. */

let house: TestHouse
let owner: Db
let ana: Payer
let debtor: Payer
/** The ids of the rows that the faults change. */
const of = {
  order: newId(),
  sale: newId(),
  withdrawal: newId(),
  refused: newId(),
  deposit: newId(),
  reversal: newId(),
  handBack: newId(),
  application: newId(),
  block: newId(),
  action: newId(),
}

/** A corporate action of ABC after every fill. `terms`: the ratio, the amount, the tax, and when it was done. */
const newAction = (kind: string, terms: string): string =>
  `insert into corporate_actions (id, listing, kind, ex_day, announced_at, record_at, ex_at, made_at, ratio_from, ratio_to, amount_e4,
     withholding_bps, done_at) values ('${of.action}', '${ABC}', ${kind}, '2099-01-02', 1, 4000000000000, 4000000000000, 1, ${terms})`

beforeAll(async () => {
  house = await openTestHouse()
  owner = openDb(house.ownerUrl, { max: 1 })
  ana = await payerIn(house)
  await house.quote(ABC, 998n, 1_000n)
  await trade(ana, of.order, 'buy', '10')
  await trade(ana, of.sale, 'sell', '4')
  await submit(house, ana, { id: of.refused, amount: '70.00' })
  await refused(of.refused)
  await deposited(ana, of.deposit)
  await applied(house, ana, of)
  await submit(house, ana, { id: of.withdrawal })
  debtor = await reversed()
  await startedOver()
})
afterAll(async () => {
  await owner.close()
  await house.close()
})

async function refused(withdrawal: string): Promise<void> {
  await judge(house, await house.seat(), withdrawal, 'refuse')
  expect((await judge(house, await house.seat(), withdrawal, 'refuse')).data).toMatchObject({ outcome: 'decided' })
}

async function trade({ token }: Payer, id: string, side: 'buy' | 'sell', shares: string): Promise<void> {
  const ticket = { id, listing: ABC, side, shares, limit: null, timeInForce: 'day' }
  expect((await house.ask(placeOrder, ticket, { token, key: id })).error).toBeUndefined()
  await house.quote(ABC, 998n, 1_000n)
}

async function deposited({ token }: Payer, id: string): Promise<void> {
  const coins = { currency: 'USDC', chain: 'polygon', amount: '110', cash: 'EUR', hash: `0x${'ab'.repeat(32)}` }
  expect((await house.ask(submitDeposit, { id, ...coins }, { token, key: id })).error).toBeUndefined()
  const how = { token: (await house.seat({ roles: ['treasurer'] })).token, key: newId() }
  const review = await reviewOf(house, id)
  const { seen } = (await house.ask(openDeposit, { id: review }, how)).data
  const decision = { id: review, opinion: 'approve', reason: 'received', seen }
  expect((await house.ask(decideDeposit, decision, how)).data.state).toBe('approved')
}

/** Makes another customer, all of whose grant is reversed, of which a part is not free any more: a debt is left. */
async function reversed(): Promise<Payer> {
  const who = await payerIn(house)
  await submit(house, who)
  const seat = () => house.seat({ roles: ['treasurer'] })
  const seats = [await seat(), await seat(), await seat()] as const
  const answer = await reverseByTwo(house, seats, who.id, '100000.00', { id: of.reversal })
  expect(answer.data).toMatchObject({ state: 'approved' })
  return who
}

/** Makes another customer, who bought shares and started over. */
async function startedOver(): Promise<void> {
  const ben = await payerIn(house)
  await trade(ben, newId(), 'buy', '3')
  const form = { id: of.handBack, password: TRADING }
  expect((await house.ask(startOver, form, { token: ben.token, key: of.handBack })).error).toBeUndefined()
}

let faults = 0

/** The laws that are broken after a statement of the tables' owner. The statement is rolled back. */
async function brokenBy(text: string): Promise<readonly Breach[]> {
  let breaches: readonly Breach[] = []
  const undone = new Error('taken back')
  const run = owner.write(async (tx) => {
    await tx.run(sql(`test_corrupt_${(faults += 1)}`, text))
    breaches = await checkBooks(tx)
    throw undone
  })
  await expect(run).rejects.toBe(undone)
  return breaches
}

const ELSE = aCustomer('01890000-0000-7000-8000-0000000000ff')

describe('each law is broken by its own fault, and names the row', () => {
  // prettier-ignore
  const FAULTS: readonly (readonly [code: string, statement: () => string, row: () => Partial<AgainstLaw>])[] = [
    ['zero_sum', () => `update balances set free = free + 1 where customer = '${ana.id}' and asset = 'EUR'`, () => ({ customer: null, differs: 'EUR: customers and the house come to 1' })],
    ['house_side', () => "update house_batches set units[1] = units[1] + 2 where accounts = '{deposits}'", () => ({ customer: null, differs: "deposits, EUR: entries and the house's side come to 2" })],
    ['replay', () => `update balances set free = free + 1 where customer = '${ana.id}' and asset = 'EUR'`, () => ({ customer: ana.id })],
    ['chain', () => `update postings set free_a = free_a + 1 where customer = '${ana.id}' and first = 2`, () => ({ customer: ana.id, number: 2, causeKind: 'order', cause: of.order })],
    ['numbers', () => `update postings set posting = 1 where customer = '${ana.id}' and first = 3`, () => ({ customer: ana.id, number: 3, cause: of.order })],
    ['lines', () => `update postings set free_a = 0 where customer = '${ana.id}' and first = 2`, () => ({ customer: ana.id, number: 2, cause: of.order })],
    ['locks', () => `update postings set customer = '${ELSE}' where customer = '${ana.id}'`, () => ({ customer: ELSE })],
    ['house_days', () => "insert into house_days values (0, 'fees', 'EUR', 5, 1)", () => ({ customer: null, differs: 'fees, EUR, day 0: 5 in 1 lines; by its rows  in 0' })],
    ['entry_sums', () => `insert into entry_sums values ('${ana.id}', 1000, 'EUR', 'fee', 'fees', 1, 0)`, () => ({ customer: ana.id, number: 1_000 })],
    ['holds', () => `update withdrawals set units = units + 1 where id = '${of.withdrawal}'`, () => ({ customer: ana.id, causeKind: 'withdrawal', cause: of.withdrawal, differs: 'EUR: 150000 held by its entries, 150001 by its record' })],
    ['grants', () => `update postings set cause = '${ELSE}' where customer = '${ana.id}' and first = 1`, () => ({ customer: ana.id, number: 1, causeKind: 'grant', cause: ELSE, differs: 'EUR 10000000: no act of the command line gave it' })],
    ['opinions', () => `delete from review_steps where review = (select id from reviews where record = '${of.refused}')`, () => ({ customer: ana.id, causeKind: 'withdrawal', cause: of.refused })],
    ['order_entries', () => `update postings set cause = '${ELSE}' where cause = '${of.order}'`, () => ({ customer: ana.id, number: 2, cause: ELSE })],
    ['lots', () => `update lots set shares_left = shares_left - 1 where customer = '${ana.id}'`, () => ({ customer: ana.id, differs: `${ABC}: 6 shares, 5 in open lots` })],
    ['closings', () => 'update closings set shares = shares + 1', () => ({ customer: ana.id, differs: expect.stringContaining('-1 shares') })],
    ['fills', () => `update fills set posting = posting + 1 where order_id = '${of.sale}'`, () => ({ customer: ana.id, cause: of.sale })],
    ['fill_entries', () => `update fills set cost = cost + 1 where order_id = '${of.order}'`, () => ({ customer: ana.id, cause: of.order, differs: 'USD, buy against market: -10000 by the entries, -10001 by the fills' })],
    ['filled', () => `update fills set shares = shares + 1 where order_id = '${of.order}'`, () => ({ customer: ana.id, cause: of.order, differs: '10 shares filled; by its fills 11' })],
    ['open_orders', () => `update postings set open_orders = open_orders + 1 where customer = '${ana.id}'`, () => ({ customer: ana.id, causeKind: 'withdrawal', differs: '1 open orders by the posting, and 0 orders' })],
    ['order_progress', () => `update fills set quote_at = quote_at + 1 where order_id = '${of.order}'`, () => ({ customer: ana.id, cause: of.order })],
    ['fee_tables', () => 'update fee_tables set version = 1', () => ({ causeKind: 'order', differs: 'fee table 2; 1 was in force' })],
    ['fill_amounts', () => `update fills set fee = fee + 1 where order_id = '${of.sale}'`, () => ({ customer: ana.id, cause: of.sale })],
    ['deposits', () => `update deposits set units = units + 1 where id = '${of.deposit}'`, () => ({ customer: ana.id, cause: of.deposit })],
    ['deposit_entries', () => `update postings set cause = '${ELSE}' where cause = '${of.deposit}'`, () => ({ customer: ana.id, cause: ELSE })],
    ['reversals', () => `update reversals set units = units - 1 where id = '${of.reversal}'`, () => ({ customer: debtor.id, causeKind: 'reversal', cause: of.reversal })],
    ['reversed_credits', () => `update reversals set entry = 2 where id = '${of.reversal}'`, () => ({ customer: debtor.id, number: 2, cause: of.reversal })],
    ['reversal_entries', () => `update postings set cause = '${ELSE}' where cause = '${of.reversal}'`, () => ({ customer: debtor.id, cause: ELSE })],
    ['debts', () => `update reversals set owed = owed - 1 where id = '${of.reversal}'`, () => ({ customer: debtor.id, differs: 'EUR: 150000 owed and 0 free; 149999 came to be owed, 0 paid' })],
    ['withdrawals', () => `update withdrawals set ended = 'sent', ended_at = made_at where id = '${of.withdrawal}'`, () => ({ customer: ana.id, cause: of.withdrawal })],
    ['withdrawal_entries', () => `update postings set cause = '${ELSE}' where cause = '${of.withdrawal}'`, () => ({ customer: ana.id, cause: ELSE })],
    ['withdrawal_reviews', () => `update reviews set state = 'approved', reason = 'checks_passed' where record = '${of.refused}'`, () => ({ customer: ana.id, cause: of.refused, differs: 'refused, its review approved' })],
    ...faultsOfOffers(of, ELSE, () => ana.id),
    ...faultsOfLoans(() => of.order, ELSE, () => ana.id), ...faultsOfOptions(() => of.order, ELSE, () => ana.id), ...faultsOfRuns(() => of.order, ELSE, () => ana.id),
    ['action_parts', () => `with a as (${newAction("'dividend'", 'null, null, 100, 0, null')} returning id) insert into corporate_parts (customer, action, version, shares_before, shares_after, gross, withheld, cash, cost, orders, adjusted, made_at) select '${ana.id}', id, 1, 5, 5, 0, 0, 0, 0, 0, 0, 1 from a`, () => ({ customer: ana.id, causeKind: 'action', cause: of.action })],
    ['one_server', () => `with s as (insert into fill_progress (node, name, through_at, written_at, renewed_at, well_since, filled_by, claims_orders) select id, '', 0, 0, 0, 0, id, true from (values ('${ELSE}'::uuid), ('${of.action}'::uuid)) as n (id)) insert into orders select (jsonb_populate_record(null::orders, to_jsonb(o) || jsonb_build_object('id', n.id, 'node', n.id, 'state', 'working', 'filled', 0, 'ended_at', null))).* from orders o, (values ('${ELSE}'::uuid), ('${of.action}'::uuid)) as n (id) where o.id = '${of.order}'`, () => ({ customer: ana.id, causeKind: 'order', differs: expect.stringContaining(`${ABC}: filled by`) })],
    ['reserved_lots', () => `update lots set shares_reserved = 1 where customer = '${ana.id}'`, () => ({ customer: ana.id, differs: expect.stringContaining('1 shares reserved, 0 asked for') })],
    ['guarded_lots', () => `update lots set shares_guarded = 1 where customer = '${ana.id}'`, () => ({ customer: ana.id, differs: expect.stringContaining('1 shares guarded, 0 asked for') })],
    ['attached_exits', () => `insert into order_conditions (customer, id, changes, exits_stop_e4) select customer, id, 0, 1 from orders where id = '${of.order}'`, () => ({ customer: ana.id, causeKind: 'order', cause: of.order, differs: expect.stringContaining('no exit for them') })],
    ['close_out_lots', () => `insert into close_outs (customer, id, minute_at, currency, equity, used, used_open, financed, version, made_at) values ('${ana.id}', '${of.action}', 60000, 'USD', 1, 9, 9, 9, 9, 1)`, () => ({ customer: ana.id, number: 9 })],
    ['sell_types', () => "update closings set sell_type = 'stop_loss'", () => ({ customer: ana.id, causeKind: 'order', cause: of.sale })],
    ['close_out_orders', () => `insert into order_conditions (customer, id, changes, lot, is_close_out) select customer, id, 0, id, true from orders where id = '${of.sale}'`, () => ({ customer: ana.id, causeKind: 'order', cause: of.sale })],
    ['settlements', () => `insert into settlements (customer, id, kind, asset, units, posting, made_at) values ('${ana.id}', '${of.action}', 'forgiven', 'USD', 5, 9, 1)`, () => ({ customer: ana.id, number: 9, cause: of.action, differs: 'USD, forgiven against forgiven: 0 by the entries, 5 by the records' })],
    ['forgiven', () => `insert into settlements (customer, id, kind, asset, units, posting, made_at) values ('${debtor.id}', '${of.action}', 'forgiven', 'EUR', 5, 9, 1)`, () => ({ customer: debtor.id, cause: of.action })],
    ['action_entries', () => `update postings set cause_kind = 'action' where cause = '${of.order}'`, () => ({ customer: ana.id, causeKind: 'action', cause: of.order })],
    ['action_holders', () => newAction("'split'", '1, 4, null, null, 1'), () => ({ customer: ana.id, causeKind: 'action', cause: of.action, differs: `split of ${ABC}: 6 shares held, and no record` })],
    ['interest', () => `insert into interest_charges (customer, day, currency, id, night_at, financed, interest, terms, posting, made_at) values ('${ana.id}', '2026-11-20', 'EUR', '${ELSE}', 1, 7200, 2, 1, 1, 1)`, () => ({ customer: ana.id, causeKind: 'night', cause: ELSE, differs: '2026-11-20 EUR: 2 on 7200; worked out anew 1, by its entries none' })],
    ['financed_nights', () => `with n as (insert into nights (day, night_at, is_charged, done_at) values ('2099-01-01', 4000000000000, true, 1)) update fills set financed = 5 where order_id = '${of.order}'`, () => ({ customer: ana.id, causeKind: 'night' })],
    ['action_orders', () => `with a as (${newAction("'split'", '1, 4, null, null, null')} returning id) insert into order_changes (customer, id, change, market_at, made_at, shares, in_force, held_units, other_units, action, ratio_from, ratio_to) select '${ana.id}', '${of.order}', 1, 1, 1, 1, 'day', 0, 0, id, 1, 4 from a`, () => ({ customer: ana.id, causeKind: 'order', cause: of.order })],
    ['hand_backs', () => 'update lot_returns set cost = cost + 1', () => ({ cause: of.handBack, differs: 'cost of its shares, off by 1' })],
  ]
  test('there is a fault for each law', () => {
    expect(FAULTS.map(([code]) => code).toSorted()).toEqual(lawsOf(BOOKS).map(({ code }) => code).toSorted()) // prettier-ignore
  })

  test('who owes has nothing free: the database refuses it, and without that guard a law is broken', async () => {
    const free = `update balances set free = 5 where customer = '${debtor.id}' and asset = 'EUR'`
    await expect(owner.write((tx) => tx.run(sql('free_beside_a_debt', free), []))).rejects.toThrow(/a_debt_is_paid_first/) // prettier-ignore
    const unguarded = `do $$ begin alter table balances drop constraint a_debt_is_paid_first; ${free}; end $$`
    expect((await brokenBy(unguarded)).map(({ code }) => code)).toContain('debts')
  })

  test('a credit is never reversed by more than it', async () => {
    const twice = `insert into reversals (customer, id, entry, kind, asset, credited, units, reason, seat, seat_number, role, made_at, posting, owed, posted_at)
      select customer, '${ELSE}', entry, kind, asset, credited, 1, reason, seat, seat_number, role, made_at, posting, 0, posted_at from reversals`
    const broken = (await brokenBy(twice)).find(({ code }) => code === 'reversed_credits')
    expect(broken?.rows[0]?.differs).toContain('EUR 10000001 reversed of a grant')
  })

  test('a fill by another fee table than its order’s breaks their law', async () => {
    const broken = await brokenBy(`update fills set fee_table = 1 where order_id = '${of.sale}'`)
    expect(broken.map(({ code, rows }) => [code, rows[0]?.cause, rows[0]?.differs])).toEqual([['fee_tables', of.sale, 'a fill by fee table 1 with 10 bps; its order has 2']]) // prettier-ignore
  })

  test('correct books break no law', async () => {
    expect(await brokenBy('select 1')).toEqual([])
  })

  test.each(FAULTS)('%s', async (code, statement, row) => {
    const broken = (await brokenBy(statement())).find((breach) => breach.code === code)
    expect(broken?.rows[0]).toMatchObject(row())
    expect(broken?.cases).toBeGreaterThanOrEqual(broken?.rows.length ?? 0)
  })

  test('rows beyond those that are named are counted', async () => {
    const shifted = `update postings set first = first + first * 1000 where customer = '${ana.id}'`
    const numbers = (await brokenBy(shifted)).find(({ code }) => code === 'numbers')
    expect([numbers?.rows.length, (numbers?.cases ?? 0) > 5]).toEqual([5, true])
  })
})

test('every law has a text in the five languages, and the English one is that of the command line', () => {
  const worked = { ...COURSE_LAWS, ...ROOT_LAWS, ...ACTION_FILE_LAWS, ...ACTION_LAWS, ...CLOSE_OUT_LAWS, ...DRAW_LAWS, ...BLOCK_LAWS, ...OPTION_LAWS } // prettier-ignore
  const laws = { ...Object.fromEntries(lawsOf(BOOKS).map(({ code, law }) => [code, law])), ...worked }
  expect(CATALOGUES.en.laws).toEqual(laws)
  for (const language of LANGUAGES)
    expect([language, Object.keys(CATALOGUES[language].laws).toSorted()]).toEqual([language, Object.keys(laws).toSorted()]) // prettier-ignore
})

test('verify names the rows, and the page of the house’s state shows them in the reader’s language', async () => {
  const breaches = await brokenBy(`update withdrawals set units = units + 1 where id = '${of.withdrawal}'`)
  const [id, now] = [newId(), house.clock.now()]
  await house.db.write((tx) =>
    insertVerification(tx, { id, beganAt: now, endedAt: now, laws: 9, breaches, audit: null }),
  )
  const { token } = await house.seat({ roles: ['operations'] })
  const { verified } = (await house.ask(readHealth, {}, { token, language: 'tur' })).data
  expect(verified.breaches).toBe(breaches.length)
  expect(verified.broken).toContainEqual({
    law: 'lo reservado por cada causa es lo que reserva su propio registro',
    cases: 1,
    rows: [
      {
        customer: ana.id,
        number: null,
        causeKind: 'withdrawal',
        cause: of.withdrawal,
        differs: 'EUR: 150000 held by its entries, 150001 by its record',
      },
    ],
  })
})

test('the command line names the customer, the entry and the cause', async () => {
  const lines: string[] = []
  const errors = vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line))
  const logs = vi.spyOn(console, 'log').mockImplementation(() => {})
  const exit = process.exitCode
  const undone = new Error('taken back')
  const run = owner.write(async (tx) => {
    await tx.run(sql('corrupt_said', `update postings set posting = 1 where customer = '${ana.id}' and first = 3`))
    await printLedger({ ...owner, read: (work) => work(tx) })
    throw undone
  })
  await expect(run).rejects.toBe(undone)
  process.exitCode = exit
  errors.mockRestore()
  logs.mockRestore()
  expect(lines[0]).toMatch(/BROKEN: a customer’s entries are numbered from 1 .* \(2 against it\)/)
  expect(lines[1]).toContain(`customer ${ana.id}, entry 3, order ${of.order}: 3 is next, of posting 1`)
})

test('an order and a withdrawal may have the same id, and the books hold', async () => {
  const who = await payerIn(house)
  const [id, other] = [newId(), newId()]
  await trade(who, id, 'buy', '2')
  expect((await submit(house, who, { id, amount: '20.00' })).error).toBeUndefined()
  expect((await submit(house, who, { id: other, amount: '30.00' })).error).toBeUndefined()
  await trade(who, other, 'buy', '1')
  await refused(id)
  expect((await verifyBooks(house.db)).breaches).toEqual([])
  const recordsOf = async (records: string) => {
    const { rows } = (await house.ask(listEntries, { records }, { token: who.token })).data
    return rows.filter(({ cause }: { cause: string }) => cause === id).map(({ kind }: { kind: string }) => kind)
  }
  expect(await recordsOf('withdrawals')).toEqual(['release', 'hold'])
  expect(await recordsOf('trades')).toContain('buy')
  const kindsOf = async (input: object) =>
    (await house.ask(listEntries, { cause: id, ...input }, { token: who.token })).data.rows.map(
      ({ kind }: { kind: string }) => kind,
    )
  expect(await kindsOf({ causeKind: 'withdrawal' })).toEqual(['release', 'hold'])
  expect(await kindsOf({ causeKind: 'order' })).toContain('buy')
  expect(await kindsOf({})).toHaveLength((await kindsOf({ causeKind: 'order' })).length + 2)
})
