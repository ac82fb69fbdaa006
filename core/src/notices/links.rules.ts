import type { ListingId } from '../base/amount.ts'
import type { NoticeCode, NoticeRecord } from './notices.contract.ts'

/** What of a notice says where it leads. */
export interface Leading {
  readonly id: string
  readonly code: NoticeCode
  readonly order: string | null
  readonly record: { readonly kind: NoticeRecord; readonly id: string } | null
  readonly listing: ListingId | null
}

/** A page of the app: its path behind the hash, and its query. */
export interface NoticePlace {
  readonly what: keyof typeof PAGES
  readonly path: string
  readonly query: Readonly<Record<string, string>>
}

/** The pages that notices lead to, as the app's map has them. */
const PAGES = {
  order: '/subPackages/trade/detail',
  deposit: '/subPackages/recharge/record',
  withdrawal: '/subPackages/withdraw/record',
  kyc: '/subPackages/real/real',
  listing: '/subPackages/home/socketDetail/socketDetail',
  alerts: '/subPackages/watchlist/alerts',
  payees: '/subPackages/bank/list',
  support: '/subPackages/support/thread',
  funds: '/subPackages/portfolio/funds',
  statements: '/subPackages/portfolio/statements',
  sessions: '/subPackages/accounts/sessions',
  security: '/subPackages/accounts/security',
  activity: '/subPackages/accounts/activity',
  message: '/subPackages/message/message',
} as const

/** Where a notice leads that is of no order, record or listing of its own. */
const OF_CODE: Readonly<Partial<Record<NoticeCode, keyof typeof PAGES>>> = {
  grant_received: 'funds',
  payee_added: 'payees',
  payee_ready: 'payees',
  payee_removed: 'payees',
  // Those of before that name no record.
  kyc_submitted: 'kyc',
  kyc_in_review: 'kyc',
  kyc_passed: 'kyc',
  kyc_refused: 'kyc',
  support_answered: 'support',
  support_closed: 'support',
  signed_in: 'sessions',
  password_changed: 'security',
  security_changed: 'security',
  account_restricted: 'activity',
  account_freed: 'activity',
  account_restricted_here: 'activity',
  account_freed_here: 'activity',
  started_over: 'funds',
  granted_here: 'funds',
}

const place = (what: keyof typeof PAGES, query: NoticePlace['query'] = {}): NoticePlace => ({
  what,
  path: PAGES[what],
  query,
})

/** Where a notice leads, the first place first; empty where all it says stands in it. */
export function placesFor({ code, order, record, listing }: Omit<Leading, 'id'>): NoticePlace[] {
  if (order !== null) return [place('order', { id: order })]
  if (record?.kind === 'kyc') return [place('kyc')]
  if (record !== null) return [place(record.kind, { id: record.id })]
  if (listing !== null) return [place('listing', { listing }), place('alerts', { listing })]
  const what = OF_CODE[code]
  return what === undefined ? [] : [place(what)]
}

/** The one place that a tap on a pushed notice opens: what it is about, or else the notice itself. */
export const firstPlaceFor = (of: Leading): NoticePlace => placesFor(of)[0] ?? place('message', { id: of.id })

/** A place as it stands in an address, behind the page: `#/subPackages/trade/detail?id=…`. */
export function hashOf({ path, query }: Pick<NoticePlace, 'path' | 'query'>): string {
  const asked = Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%3A', ':')}`)
    .join('&')
  return `#${path}${asked === '' ? '' : `?${asked}`}`
}
