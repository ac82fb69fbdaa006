import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerNumber } from '@lonja/core/base/numbers'
import { exportAudit, listAudit } from '@lonja/core/audit/audit.staff.contract'
import { HOUR } from '@lonja/core/base/instant'
import { openCustomer } from '@lonja/core/customers/customers.staff.contract'
import { makeSeatLink } from '@lonja/core/staff/seats.staff.contract'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'
import type { TestSeat } from '../staff/staff.testing.ts'
import { START } from '../orders/orders.testing.ts'

let house: TestHouse
let admin: TestSeat
let seats: TestSeat[]
let customers: TestCustomer[]
const DAY = 24 * HOUR

interface Row {
  readonly id: string
  readonly act: string
  readonly at: number
  readonly customer: string | null
  readonly seat: { readonly id: string; readonly number: number } | null
}

/** Three days on which two seats open three customers and make links: more rows than a page. */
beforeAll(async () => {
  house = await openTestHouse()
  admin = await house.seat({ roles: ['auditor'] })
  customers = [await house.customer(), await house.customer(), await house.customer()]
  for (let day = 0; day < 3; day += 1) {
    // A session of a seat ends with its day.
    seats = [await house.seat({ roles: ['admin'] }), await house.seat({ roles: ['support', 'admin'] })]
    for (const { token } of seats) {
      for (const { id } of customers) await house.ask(openCustomer, { id }, { token })
      for (let count = 0; count < 9; count += 1) await house.ask(makeSeatLink, { roles: ['support'] }, { token })
    }
    if (day < 2) house.clock.advance(DAY)
  }
  admin = await house.seat({ roles: ['auditor'] })
})
afterAll(() => house.close())

async function listed(filter: object): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor: string | undefined, more = true; more;) {
    const { data } = await house.ask(listAudit, { ...filter, ...(cursor ? { cursor } : {}), limit: '20' }, admin)
    rows.push(...(data.rows as Row[]))
    cursor = data.cursor ?? undefined
    more = cursor !== undefined
  }
  return rows
}

/** With two admins a link is proposed. */
const LINKED = 'seat_link_proposed'

test('each filter, and all of them together, leave exactly the rows of the whole log that they name', async () => {
  const all = await listed({})
  expect(all.length).toBeGreaterThan(70)
  const [seat, customer] = [seats[1]!, customers[1]!]
  const [from, to] = [START + DAY, START + 2 * DAY]
  const isOf = { seat: (row: Row) => row.seat?.id === seat.id, customer: (row: Row) => row.customer === customer.id }
  const cases: [object, (row: Row) => boolean][] = [
    [{ seat: seat.id }, isOf.seat],
    [{ seatNumber: String(seat.number) }, isOf.seat],
    [{ customer: customer.id }, isOf.customer],
    [{ account: customerNumber(customer.id) }, isOf.customer],
    [{ act: 'viewed_customer' }, ({ act }) => act === 'viewed_customer'],
    [{ from: String(from) }, ({ at }) => at >= from],
    [{ to: String(to) }, ({ at }) => at < to],
    [{ from: String(from), to: String(to), act: LINKED }, ({ at, act }) => at >= from && at < to && act === LINKED],
    [
      { seatNumber: String(seat.number), customer: customer.id, from: String(to) },
      (row) => isOf.seat(row) && isOf.customer(row) && row.at >= to,
    ],
    [
      { account: customerNumber(customer.id), act: 'viewed_customer', to: String(to) },
      (row) => isOf.customer(row) && row.act === 'viewed_customer' && row.at < to,
    ],
  ]
  for (const [filter, fits] of cases) {
    const ids = all.filter(fits).map(({ id }) => id)
    expect([filter, ids.length > 0]).toEqual([filter, true])
    expect([filter, (await listed(filter)).map(({ id }) => id)]).toEqual([filter, ids])
  }
  for (const filter of [
    { seatNumber: '999' },
    { account: 'L-000000' },
    { seatNumber: String(seat.number), seat: admin.id },
  ])
    expect([filter, await listed(filter)]).toEqual([filter, []])
})

/** The rows of an export, without its head. */
async function exported(filter: object, token: string): Promise<string[][]> {
  const response = await house.door.inject({
    method: 'GET',
    url: `/api/en${exportAudit.path}?${new URLSearchParams(filter as Record<string, string>).toString()}`,
    headers: { token },
  })
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  const [head, ...lines] = response.body.replace('\ufeff', '').trimEnd().split('\r\n')
  expect(head).toBe('at,act,seat,role,account,customer,about,about_id,reason,detail')
  return lines.map((line) => line.split(','))
}

test('an export has every row of the list and no other, and is an act with its filters', async () => {
  const filter = { act: 'viewed_customer' }
  for (const input of [{}, filter, { seatNumber: '999' }]) {
    const rows = await listed(input)
    const lines = await exported(input, admin.token)
    expect(lines.map(([at, act, seat, , account]) => [at, act, seat, account])).toEqual(
      rows.map(({ at, act, seat, customer }) => [
        new Date(at).toISOString(),
        act,
        String(seat?.number ?? ''),
        customer === null ? '' : customerNumber(customer),
      ]),
    )
  }
  const { rows } = (await house.ask(listAudit, { seat: admin.id, act: 'audit_exported' }, admin)).data
  expect(rows.map(({ detail }: { detail: object }) => detail)).toEqual([{ seatNumber: '999' }, filter, {}])
  const stranger = await house.seat({ roles: ['treasurer'] })
  expect((await house.ask(exportAudit, {}, stranger)).error).toBe('not_your_role')
})
