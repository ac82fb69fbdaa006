import { eur } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { listRestricted, openRestriction } from '@lonja/core/restrictions/restrictions.staff.contract'
import { newId } from '@lonja/kit/ids'
import { customer, evidence } from '../review/queue.testing.ts'

/* A restricted account in the list, and a request on a restriction that this seat has opened. */

export const MADE_AT = Date.UTC(2026, 10, 23, 13, 33, 7)
export const UNTIL = Date.UTC(2026, 10, 26, 13, 33, 7)

export type RestrictedRow = ReplyOf<typeof listRestricted>['rows'][number]

/** An account that one person restricted to the second level, with a withdrawal that is stopped. */
export const restricted = (more: Partial<RestrictedRow> = {}): RestrictedRow => ({
  customer: newId<'customer'>(),
  number: 'L-204118',
  phone: '•••• 118',
  displayName: 'M•••• I•••',
  level: 2,
  reason: 'reported_stolen',
  role: 'support',
  byCustomer: false,
  madeAt: MADE_AT,
  untilAt: UNTIL,
  note: null,
  seat: 2,
  people: 1,
  stopped: 1,
  review: null,
  ...more,
})

export type Request = ReplyOf<typeof openRestriction>

const reason = (code: string, title: string) => ({ code, title, next: '' })

/** Ninety days of the third level are asked for; nothing is in force yet. */
export function request(more: Partial<Request> = {}): Request {
  const { review, seen, steps, holder, onlyLook, onePerson, seatedBy, id, dueAt, at } = evidence()
  const shared = { review, seen, steps, holder, onlyLook, onePerson, seatedBy, id, dueAt, at }
  return {
    ...shared,
    people: { approve: 2, refuse: 1 },
    reasons: {
      approve: [reason('grounds_hold', 'Hay motivo')],
      refuse: [reason('grounds_missing', 'Falta el motivo')],
    },
    number: 'X-7K2M-91QX',
    state: 'in_review',
    act: 'restrict',
    level: 3,
    reason: 'court_order',
    until: UNTIL,
    askedBy: { role: 'reviewer', number: 4 },
    note: null,
    customer: { ...customer, joinedAt: MADE_AT },
    inForce: null,
    underWay: {
      orders: [],
      withdrawals: [{ id: newId(), number: 'R-1111-AAAA', amount: eur(310_00n), state: 'approved' }],
      deposits: [],
      applications: [],
    },
    ...more,
  }
}
