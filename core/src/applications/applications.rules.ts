import { currencyFor, type Currency, type ListingId } from '../base/amount.ts'
import type { Instant } from '../base/instant.ts'
import type { BlockState } from '../blocks/blocks.contract.ts'
import type { ApplicationState } from '../ipo/ipo.contract.ts'
import type { ApplicationMarket, ApplicationStatus } from './applications.contract.ts'

/** The rows of a page, if the caller names no other number. */
export const APPLICATIONS_PAGE = 30

const CURRENCIES: Readonly<Record<ApplicationMarket, Currency>> = { spanish: 'EUR', us: 'USD' }

/** The currency in which the offers of a market are. */
export const currencyOfMarket = (market: ApplicationMarket): Currency => CURRENCIES[market]

/** The market of a listing. */
export const marketOf = (listing: ListingId): ApplicationMarket => (currencyFor(listing) === 'EUR' ? 'spanish' : 'us')

const STATUSES: Readonly<Record<ApplicationState, ApplicationStatus>> = {
  subscribed: 'running',
  won: 'finished',
  not_won: 'finished',
  refused: 'refused',
  withdrawn: 'finished',
}

/** The status of an application for an offer. One that the draw or its customer has ended is finished. */
export const statusFor = (state: ApplicationState): ApplicationStatus => STATUSES[state]

const BLOCK_STATUSES: Readonly<Record<BlockState, ApplicationStatus>> = {
  pending: 'running',
  in_review: 'running',
  offered: 'running',
  approved: 'running',
  bought: 'finished',
  refused: 'refused',
  cancelled: 'finished',
  declined: 'finished',
  expired: 'finished',
  above_cap: 'finished',
  changed: 'finished',
  withdrawn: 'finished',
}

/** The status of an application for a block: it runs until it has an end, and only staff refuse one. */
export const blockStatusFor = (state: BlockState): ApplicationStatus => BLOCK_STATUSES[state]

/** An application's place in a list: newest first, and by id within one instant. */
export interface ApplicationPlace {
  readonly at: Instant
  readonly id: string
}

/** Compare two applications by their places. */
export const byPlace = (one: ApplicationPlace, other: ApplicationPlace): number =>
  other.at - one.at || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0)

/** The first of several lists that are each newest first, as one. */
export const joinLists = <Row extends ApplicationPlace>(lists: readonly (readonly Row[])[], limit: number): Row[] =>
  lists.flat().toSorted(byPlace).slice(0, limit)
