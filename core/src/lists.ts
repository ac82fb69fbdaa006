import { accountsLists } from './accounts/accounts.lists.ts'
import { accountsWords } from './accounts/accounts.notices.ts'
import type { ActName, ActPart } from './audit/audit.acts.ts'
import { customersLists } from './customers/customers.lists.ts'
import { depositsLists, depositsWords } from './deposits/deposits.lists.ts'
import { discoverLists } from './discover/discover.lists.ts'
import { kycLists } from './kyc/kyc.lists.ts'
import { kycWords } from './kyc/kyc.notices.ts'
import { newsLists } from './news/news.lists.ts'
import { messagesWords } from './notices/messages.notices.ts'
import type { NoticeCode } from './notices/notices.contract.ts'
import { noticesLists } from './notices/notices.lists.ts'
import type { NoticePart, PlacePart, Words } from './notices/notices.rules.ts'
import { ordersLists } from './orders/orders.lists.ts'
import { ordersWords } from './orders/orders.notices.ts'
import { payeesLists } from './payees/payees.lists.ts'
import { payeesWords } from './payees/payees.notices.ts'
import { picturesLists } from './pictures/pictures.lists.ts'
import { portfolioWords } from './portfolio/leaving.notices.ts'
import { portfolioLists } from './portfolio/portfolio.lists.ts'
import { staffLists } from './staff/staff.lists.ts'
import { supportLists } from './support/support.lists.ts'
import { supportWords } from './support/support.notices.ts'
import { watchlistWords } from './watchlist/alerts.notices.ts'
import { watchlistLists } from './watchlist/watchlist.lists.ts'
import { withdrawalsLists, withdrawalsWords } from './withdrawals/withdrawals.lists.ts'

/** The part of every list that one feature brings. A list that a feature adds nothing to is left out. */
interface FeatureLists {
  /** Topics that are published to a customer's sockets. */
  readonly topics?: readonly string[]
  /** Acts of the audit log that can be about a customer. */
  readonly acts?: Readonly<Record<string, ActPart>>
  /** Acts about seats, and about the house itself. */
  readonly houseActs?: readonly string[]
  /** Kinds of things that an act can be about. */
  readonly subjects?: readonly string[]
  readonly notices?: Readonly<Record<string, NoticePart>>
  /** Things that have a record with a page; the page stands among the places by the same name. */
  readonly records?: readonly string[]
  /** Pages of the app that notices lead to. */
  readonly places?: Readonly<Record<string, PlacePart>>
}

/** The parts by feature. */
export const FEATURE_LISTS = {
  accounts: accountsLists,
  customers: customersLists,
  deposits: depositsLists,
  discover: discoverLists,
  kyc: kycLists,
  news: newsLists,
  notices: noticesLists,
  orders: ordersLists,
  payees: payeesLists,
  pictures: picturesLists,
  portfolio: portfolioLists,
  staff: staffLists,
  support: supportLists,
  watchlist: watchlistLists,
  withdrawals: withdrawalsLists,
} as const satisfies Readonly<Record<string, FeatureLists>>

type Parts = (typeof FEATURE_LISTS)[keyof typeof FEATURE_LISTS]
type PartOf<List extends keyof FeatureLists> = Parts extends infer Part
  ? Part extends Readonly<Record<List, infer Own>>
    ? Own
    : never
  : never
type TextsIn<List extends keyof FeatureLists> =
  PartOf<List> extends infer Own
    ? Own extends readonly (infer Name extends string)[]
      ? Name
      : keyof Own & string
    : never

declare module './base/lists.ts' {
  interface HouseLists {
    topics: TextsIn<'topics'>
    acts: TextsIn<'acts'>
    houseActs: TextsIn<'houseActs'>
    subjects: TextsIn<'subjects'>
    notices: TextsIn<'notices'>
    records: TextsIn<'records'>
    places: TextsIn<'places'>
  }
}

type Joined<List extends keyof FeatureLists> = NonNullable<FeatureLists[List]>

const features: readonly FeatureLists[] = Object.values(FEATURE_LISTS)
const joined = <List extends 'acts' | 'notices' | 'places'>(list: List): Joined<List> =>
  Object.assign({}, ...features.map((feature) => feature[list] ?? {})) as Joined<List>

/** The lists of the house. A name that two features bring fails the test. */
export const ACTS = joined('acts')
const HOUSE_ACTS = features.flatMap(({ houseActs = [] }) => houseActs)

export const isActName = (act: string): act is ActName => act in ACTS || HOUSE_ACTS.includes(act)

export const SUBJECTS = features.flatMap(({ subjects = [] }) => subjects)
export const NOTICES = joined('notices')
export const PLACES = joined('places')

/** How each notice is put into words. A notice without words does not compile. */
export const WORDS: Readonly<Record<NoticeCode, Words>> = {
  ...accountsWords,
  ...depositsWords,
  ...kycWords,
  ...messagesWords,
  ...ordersWords,
  ...payeesWords,
  ...portfolioWords,
  ...supportWords,
  ...watchlistWords,
  ...withdrawalsWords,
}
