import { listRestricted } from '@lonja/core/restrictions/restrictions.staff.contract'
import { listDebts } from '@lonja/core/reversals/reversals.staff.contract'
import { REVIEW_KINDS } from '@lonja/core/lists'
import { expect, test } from 'vitest'
import { listInvitations } from '@lonja/core/accounts/invitations.staff.contract'
import { listAudit } from '@lonja/core/audit/audit.staff.contract'
import { ROLES, type Call } from '@lonja/core/base/contract'
import { readOfferCalendar } from '@lonja/core/ipo/calendar.staff.contract'
import { listHouseOffers } from '@lonja/core/ipo/offers.staff.contract'
import { listHouseEntries } from '@lonja/core/ledger/house.staff.contract'
import { listHouseArticles } from '@lonja/core/news/articles.staff.contract'
import { listHouseMessages } from '@lonja/core/notices/messages.staff.contract'
import { listSeats } from '@lonja/core/staff/seats.staff.contract'
import { readRisk } from '@lonja/core/risk/risk.staff.contract'
import { readSeat } from '@lonja/core/staff/staff.contract'
import { listThreads } from '@lonja/core/support/support.staff.contract'
import { GROUPS, PAGES, QUEUES, kindOf, linkIn } from './routes.ts'

/**
 * The call that each page is made for. A page states its roles itself, so that a seat need not load every contract
 * first.
 */
const CALLS: Readonly<Record<string, Call>> = {
  '/today': readSeat,
  '/customers': readSeat,
  '/restricted': listRestricted,
  '/debts': listDebts,
  '/risk': readRisk,
  '/ledger': listHouseEntries,
  '/offer-calendar': readOfferCalendar,
  '/conversations': listThreads,
  '/messages': listHouseMessages,
  '/news': listHouseArticles,
  '/offers': listHouseOffers,
  '/invitations': listInvitations,
  '/seats': listSeats,
  '/audit': listAudit,
  '/health': readSeat,
  '/seat': readSeat,
}

test('every page stands in a group, and is for the roles of its call', () => {
  const others = Object.keys(PAGES).filter((path) => PAGES[path]?.queue === undefined)
  expect(others).toEqual(Object.keys(CALLS))
  for (const [path, { group, roles = ROLES, queue }] of Object.entries(PAGES)) {
    expect(GROUPS).toContain(group)
    // The calls of a kind take their roles from the kind itself, and an auditor reads each.
    if (queue !== undefined) {
      expect([path, roles]).toEqual([
        path,
        [...(REVIEW_KINDS.find(({ name }) => name === queue)?.roles ?? []), 'auditor'],
      ])
      continue
    }
    expect(CALLS[path]?.caller).toBe('seat')
    expect([path, roles]).toEqual([path, CALLS[path]?.roles])
  }
})

test('every kind of review has one queue, in the order of the kinds', () => {
  expect(QUEUES.map(({ kind }) => kind)).toEqual(REVIEW_KINDS.map(({ name }) => name))
})

test.each([
  ['/claim/abc', 'abc'],
  ['/claim/', ''],
  ['/claims/abc', null],
  ['/seat', null],
])('%s carries the link %s', (path, link) => {
  expect(linkIn(path)).toBe(link)
})

test.each([
  ['/pages/home/index', 'page'],
  ['/claim/abc', 'page'],
  ['/seat', 'page'],
  ['/nowhere', null],
  ['/pages/market/index', null],
])('%s is %s', (path, kind) => {
  expect(kindOf(path)).toBe(kind)
})
