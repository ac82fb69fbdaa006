import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listActivity } from '@lonja/core/audit/audit.contract'
import { listCustomerEntries, openCustomerPosting } from '@lonja/core/customers/entries.staff.contract'
import { listHouseAccounts, listHouseEntries, readHouseBatch } from '@lonja/core/ledger/house.staff.contract'
import { listEntries } from '@lonja/core/ledger/ledger.contract'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { ownerIn, ticketOf, type Owner } from '../testing/access.owner.ts'
import { newId } from '../base/ids.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import { rollUp } from '../ledger/ledger.jobs.ts'
import { ABC, ESP } from '../orders/orders.testing.ts'

let house: TestHouse
let mine: Owner
beforeAll(async () => {
  house = await openTestHouse()
  await house.quote(ABC, 999n, 1_001n)
  await house.quote(ESP, 499n, 500n)
  mine = await ownerIn(house)
  // A market buy in the other currency: shares, a fee, a conversion and its markup in one posting.
  await house.ask(placeOrder, { ...ticketOf(ABC), shares: '3', limit: null }, { token: mine.token })
  await house.quote(ABC, 999n, 1_001n)
})
afterAll(() => house.close())

/** Exact units: cents of cash, whole shares. */
const exact = (units: string): bigint => BigInt(units.replace('.', ''))

type Row = { version: number; posting: number; kind: string; asset: string; free: { asset: string; units: string } }

async function entriesOf(token: string, input: object = {}): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor: string | undefined, more = true; more;) {
    const answer = await house.ask(listCustomerEntries, { customer: mine.id, ...input, cursor }, { token })
    expect([answer.status, answer.error]).toEqual([200, undefined])
    rows.push(...answer.data.rows)
    cursor = answer.data.cursor ?? undefined
    more = answer.data.cursor !== null
  }
  return rows
}

describe('the entries of a customer', () => {
  test('are the same in one page or in pages of one, and equal those that the customer reads', async () => {
    const { token } = await house.seat({ roles: ['treasurer'] })
    const whole = await entriesOf(token, { limit: '100' })
    expect(await entriesOf(token, { limit: '1' })).toEqual(whole)
    expect(whole.map(({ version }) => version)).toEqual(whole.map((_, at) => whole.length - at))
    const own = (await house.ask(listEntries, { limit: '100' }, { token: mine.token })).data.rows
    expect(whole).toMatchObject(own)
  })

  test('are found by asset, kind, cause and time', async () => {
    const { token } = await house.seat({ roles: ['support'] })
    const whole = await entriesOf(token)
    const assets = async (asset: string) => [
      ...new Set((await entriesOf(token, { asset })).map(({ free }) => free.asset)),
    ]
    expect(await assets('USD')).toEqual(['USD'])
    expect(await assets(ABC)).toEqual([ABC])
    expect(await assets('shares')).toEqual([ABC])
    const holds = await entriesOf(token, { kind: 'hold' })
    expect(holds.length).toBeGreaterThan(1)
    expect(holds.every(({ kind }) => kind === 'hold')).toBe(true)
    const withdrawal = await house.ask(listCustomerEntries, { customer: mine.id, cause: mine.withdrawal }, { token })
    expect(withdrawal.data.rows).toMatchObject([{ causeKind: 'withdrawal', causeNumber: expect.stringMatching(/^R-/) }])
    expect(await entriesOf(token, { cause: mine.withdrawal, causeKind: 'order' })).toEqual([])
    const now = String(house.clock.now())
    expect(await entriesOf(token, { to: now, limit: '2' })).not.toEqual([])
    expect(await entriesOf(token, { from: String(house.clock.now() + 1) })).toEqual([])
    expect(await entriesOf(token, { from: '0', to: String(house.clock.now() + 1) })).toEqual(whole)
  })

  test('a filter by an unknown name is refused with the field and the names that it may have', async () => {
    const { token } = await house.seat({ roles: ['support'] })
    for (const [field, known] of [
      ['kind', 'withdrawal'],
      ['causeKind', 'order'],
    ] as const) {
      const answer = await house.ask(listCustomerEntries, { customer: mine.id, [field]: 'zz' }, { token })
      expect(answer.status).toBe(400)
      expect(answer.fields).toMatchObject([{ field, code: 'not_listed', msg: expect.stringContaining(known) }])
    }
    for (const field of ['kind', 'records', 'causeKind']) {
      const answer = await house.ask(listEntries, { [field]: 'zz' }, { token: mine.token })
      expect(answer.fields).toMatchObject([{ field, code: 'not_listed' }])
    }
  })

  test('each lead to a whole posting, whose two sides sum to zero by asset', async () => {
    const { token } = await house.seat({ roles: ['admin'] })
    const postings = new Set((await entriesOf(token)).map(({ posting }) => posting))
    let lines = 0
    for (const posting of postings) {
      const { data } = await house.ask(openCustomerPosting, { customer: mine.id, posting: String(posting) }, { token })
      expect(data.sums.map(({ units }: { units: string }) => exact(units))).toEqual(data.sums.map(() => 0n))
      for (const { before, change, after } of data.lines) {
        if (before === null) continue
        expect(exact(before.units) + exact(change.units)).toBe(exact(after.units))
      }
      lines = Math.max(lines, data.lines.length)
    }
    expect(lines).toBeGreaterThan(6)
    const nobodys = await house.ask(openCustomerPosting, { customer: mine.id, posting: '999' }, { token })
    expect(nobodys.error).toBe('not_found')
    const unknown = await house.ask(openCustomerPosting, { customer: newId(), posting: '1' }, { token })
    expect(unknown.error).toBe('unknown_customer')
  })

  test('are a view: it stands in the customer’s activity once, however many pages the seat reads', async () => {
    const seat = await house.seat({ roles: ['treasurer'] })
    await entriesOf(seat.token, { limit: '1' })
    const { rows } = (await house.ask(listActivity, { limit: '100' }, { token: mine.token })).data
    const views = rows.filter(
      ({ seat: by, act }: { seat: number; act: string }) => by === seat.number && act === 'viewed_entries',
    )
    expect(views).toMatchObject([{ role: 'treasurer' }])
  })
})

describe('the accounts of the house', () => {
  interface Line {
    readonly batch: string
    readonly account: string
    readonly change: { asset: string; units: string }
  }
  const linesOf = async (input: object): Promise<Line[]> => {
    const { token } = await house.seat({ roles: ['operations'] })
    const lines: Line[] = []
    for (let cursor: string | undefined, more = true; more;) {
      const { data } = await house.ask(listHouseEntries, { ...input, cursor }, { token })
      lines.push(...data.rows)
      cursor = data.cursor ?? undefined
      more = data.cursor !== null
    }
    return lines
  }

  test('are the same in one page or in pages of one, and of one account alone', async () => {
    const whole = await linesOf({ limit: '100' })
    expect(await linesOf({ limit: '1' })).toEqual(whole)
    for (const account of ['fees', 'grants', 'market'])
      expect(await linesOf({ account, limit: '2' })).toEqual(whole.filter((line) => line.account === account))
    expect(await linesOf({ asset: 'cash' })).toEqual(whole.filter(({ change }) => change.asset.length === 3))
    expect(await linesOf({ from: String(house.clock.now() + 1) })).toEqual([])
  })

  test('equal the sums of their lines, before and after finished days are summed up', async () => {
    const sums = new Map<string, bigint>()
    for (const { account, change } of await linesOf({ asset: 'cash' })) {
      const name = `${account} ${change.asset}`
      sums.set(name, (sums.get(name) ?? 0n) + exact(change.units))
    }
    const sumsOfCall = async () =>
      new Map<string, bigint>(
        (
          await house.ask(listHouseAccounts, {}, { token: (await house.seat({ roles: ['treasurer'] })).token })
        ).data.rows.map(({ account, sum }: { account: string; sum: { asset: string; units: string } }) => [
          `${account} ${sum.asset}`,
          exact(sum.units),
        ]),
      )
    expect(await sumsOfCall()).toEqual(sums)
    house.clock.advance(26 * 3_600_000)
    await rollUp(house.db, house.clock)
    expect(await sumsOfCall()).toEqual(sums)
  })

  test('show a whole batch with its other side', async () => {
    const { token } = await house.seat({ roles: ['admin'] })
    const [line] = await linesOf({ account: 'fees' })
    const { data } = await house.ask(readHouseBatch, { batch: line?.batch }, { token })
    expect(data.lines).toContainEqual(line)
    for (const { asset, units } of data.customers as { asset: string; units: string }[]) {
      const own = (data.lines as Line[]).filter(({ change }) => change.asset === asset)
      expect(own.reduce((sum, { change }) => sum + exact(change.units), exact(units))).toBe(0n)
    }
    expect((await house.ask(readHouseBatch, { batch: newId() }, { token })).error).toBe('not_found')
  })
})
