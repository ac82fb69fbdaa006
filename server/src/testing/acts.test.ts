import { afterAll, beforeAll, expect, test } from 'vitest'
import { listActivity } from '@lonja/core/audit/audit.contract'
import { listAudit } from '@lonja/core/audit/audit.staff.contract'
import type { Role } from '@lonja/core/base/contract'
import { CALLS, type CallName } from '@lonja/core/calls'
import { isActName } from '@lonja/core/lists'
import { openTestHouse, type TestHouse } from './house.ts'
import { ABC, ESP } from '../orders/orders.testing.ts'
import { accepted, sceneOf, send, STAFF_WRITES } from './scenes.ts'

/*
 * The audit log holds everything that staff do or look at. Each write and each view of staff is sent once (scenes.ts).
 * It leaves one act: by the seat that sent it, in a role that may, about the customer concerned. The customer reads
 * that act in the list of own activity.
 */

let house: TestHouse
let admin: { readonly token: string }
beforeAll(async () => {
  house = await openTestHouse()
  await house.quote(ABC, 999n, 1_001n)
  await house.quote(ESP, 499n, 500n)
  admin = await house.seat({ roles: ['admin'] })
})
afterAll(() => house.close())

interface ActRow {
  readonly id: string
  readonly act: string
  readonly customer: string | null
  readonly seat: { readonly id: string; readonly role: Role } | null
}

const acts = async (): Promise<ActRow[]> => (await house.ask(listAudit, { limit: '100' }, admin)).data.rows as ActRow[]

/** These two views leave the same act: one posting is a part of the entries. */
const ENTRIES: readonly CallName[] = ['listCustomerEntries', 'openCustomerPosting']

/** An approval carries its record out in the same step, which leaves an act of its own. */
const CARRIED_OUT: Partial<Record<CallName, string>> = {
  decidePublication: 'message_sent',
  decideBlockWithdrawal: 'block_offer_withdrawn',
}

/** The write that left the act of each name. */
const leftBy = new Map<string, CallName>()

test.each(STAFF_WRITES)('%s', async (name) => {
  const { customer, ...sent } = await sceneOf(house, name)
  const before = new Set((await acts()).map(({ id }) => id))
  expect(accepted(await send(house, name, sent))).toBe('accepted')
  const added = (await acts()).filter(({ id }) => !before.has(id))
  const left = added.filter((row) => row.act !== CARRIED_OUT[name])
  expect([left.length, added.length]).toEqual([1, name in CARRIED_OUT ? 2 : 1])
  const [{ id, act, seat, customer: about }] = left as [ActRow]
  expect([isActName(act), about]).toEqual([true, customer?.id ?? null])
  const earlier = leftBy.get(act) ?? name
  expect(ENTRIES.includes(name) ? ENTRIES : [name]).toContain(earlier)
  leftBy.set(act, name)
  const call = CALLS[name]
  if (call.caller === 'seat') {
    expect(seat?.id).toBe(sent.token?.split('.')[0])
    expect(call.roles).toContain(seat?.role)
  } else expect(seat).not.toBeNull()
  if (customer === null) return
  const { rows } = (await house.ask(listActivity, {}, { token: customer.token })).data as { rows: { id: string }[] }
  expect(rows[0]?.id).toBe(id)
})
