import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR } from '@lonja/core/base/instant'
import { customerNumber } from '@lonja/core/base/numbers'
import { listAccountSources } from '@lonja/core/customers/sources.staff.contract'
import { submitDeposit } from '@lonja/core/deposits/deposits.contract'
import { decideDeposit, openDeposit } from '@lonja/core/deposits/deposits.staff.contract'
import { depositNumber } from '@lonja/core/deposits/deposits.rules'
import { readHouseDay } from '@lonja/core/ledger/house.staff.contract'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { newId } from '../base/ids.ts'
import { rollUp } from '../ledger/ledger.jobs.ts'
import { ABC } from '../orders/orders.testing.ts'
import { reviewOf } from '../review/reviewed.testing.ts'
import { ownerIn, ticketOf, type Owner } from '../testing/access.owner.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'

let house: TestHouse
let mine: Owner
/** The moment before anything of the day, and the one after all of it. */
let [from, to] = [0, 0]
let deposit: string
beforeAll(async () => {
  house = await openTestHouse()
  await house.quote(ABC, 999n, 1_001n)
  mine = await ownerIn(house)
  house.clock.advance(HOUR)
  from = house.clock.now()
  deposit = await credited()
  await house.quote(ABC, 999n, 1_001n)
  await house.ask(placeOrder, { ...ticketOf(ABC), shares: '3', limit: null }, { token: mine.token })
  await house.quote(ABC, 999n, 1_001n)
  house.clock.advance(1)
  to = house.clock.now()
  // The day is not changed by anything after it.
  house.clock.advance(HOUR)
  await credited()
})
afterAll(() => house.close())

/** A deposit of the customer that a seat approves. Returns its id. */
async function credited(): Promise<string> {
  const id = newId()
  const sent = { currency: 'USDC', chain: 'polygon', amount: '110.00', cash: 'EUR' }
  const hash = `0x${newId().replaceAll('-', '').repeat(2)}`
  await house.ask(submitDeposit, { id, ...sent, hash }, { token: mine.token })
  const { token } = await house.seat({ roles: ['treasurer'] })
  const review = await reviewOf(house, id)
  const { seen } = (await house.ask(openDeposit, { id: review }, { token })).data
  const answer = await house.ask(decideDeposit, { id: review, opinion: 'approve', reason: 'received', seen }, { token })
  expect(answer.data?.state).toBe('approved')
  return id
}

const seat = async () => ({ token: (await house.seat({ roles: ['treasurer'] })).token })
const span = () => ({ from: String(from), to: String(to) })
const cents = (text: string): bigint => BigInt(text.replace('.', ''))

interface Line {
  readonly account: string
  readonly opening: string
  readonly came: string
  readonly went: string
  readonly closing: string
  readonly agrees: boolean
  readonly sources: readonly { kind: string; came: string; went: string; entries: number }[]
}

async function euros(period = span()) {
  const { currencies } = (await house.ask(readHouseDay, period, await seat())).data
  return currencies[0] as { accounts: Line[]; customers: Line; sum: { opening: string; closing: string } }
}

const closingOf = ({ opening, came, went }: Line): bigint => cents(opening) + cents(came) - cents(went)

test('a day opens where the one before closed, and every account closes with what came and went', async () => {
  const day = await euros()
  const before = await euros({ from: '0', to: String(from) })
  const after = await euros({ from: String(to), to: String(to + 24 * HOUR) })
  for (const line of [...day.accounts, day.customers]) expect(cents(line.closing)).toBe(closingOf(line))
  expect(day.accounts.every(({ agrees }) => agrees)).toBe(true)
  expect(before.customers.closing).toBe(day.customers.opening)
  expect(day.customers.closing).toBe(after.customers.opening)
  for (const { account, closing } of before.accounts) {
    expect(day.accounts.find((each) => each.account === account)?.opening).toBe(closing)
  }
  for (const { sum } of [before, day, after]) expect(sum).toEqual({ opening: '0.00', closing: '0.00' })
})

test('what came in is the deposit of the day alone, from its entry', async () => {
  const { accounts } = await euros()
  const deposits = accounts.find(({ account }) => account === 'deposits')
  expect(deposits?.sources).toEqual([{ kind: 'deposit', came: '0.00', went: deposits?.went, entries: 1 }])
  expect(cents(deposits?.went ?? '0')).toBeGreaterThan(0n)
})

test('finished days that were summed in advance say the same', async () => {
  const later = { from: String(to + 30 * HOUR), to: String(to + 31 * HOUR) }
  const both = async () => [await euros(), await euros(later)]
  const before = await both()
  house.clock.advance(50 * HOUR)
  await rollUp(house.db, house.clock)
  expect(await both()).toEqual(before)
})

test('the entries behind an account are masked, lead to their review, and are the same in pages of one', async () => {
  const how = await seat()
  const request = { ...span(), account: 'deposits', currency: 'EUR' }
  const { rows } = (await house.ask(listAccountSources, request, how)).data
  expect(rows).toMatchObject([
    {
      customer: mine.id,
      number: customerNumber(mine.id),
      kind: 'deposit',
      causeKind: 'deposit',
      causeNumber: depositNumber(deposit),
      review: await reviewOf(house, deposit),
    },
  ])
  const { accounts } = await euros()
  for (const { account, sources } of accounts) {
    const paged: { change: { units: string } }[] = []
    let cursor: string | undefined
    do {
      const page = await house.ask(listAccountSources, { ...request, account, limit: '1', cursor }, how)
      paged.push(...page.data.rows)
      cursor = page.data.cursor ?? undefined
    } while (cursor !== undefined)
    const moved = sources.reduce((sum, { came, went }) => sum + cents(came) - cents(went), 0n)
    expect(paged.reduce((sum, { change }) => sum + cents(change.units), 0n)).toBe(moved)
    expect(paged).toHaveLength(sources.reduce((sum, { entries }) => sum + entries, 0))
  }
  expect((await house.ask(listAccountSources, { ...request, kind: 'fee' }, how)).data.rows).toEqual([])
})
