import { priceE4, divideHalfEven, type ListingId, type PriceE4 } from '../base/amount.ts'
import type { Day, Instant } from '../base/instant.ts'

/** The kinds of corporate actions that a source announces. */
export const ACTION_KINDS = ['split', 'dividend', 'symbol'] as const
export type ActionKind = (typeof ACTION_KINDS)[number]

/** The shares before a split, and the shares that they become: 1 into 4, or 10 into 1. */
export interface Ratio {
  readonly from: bigint
  readonly to: bigint
}

/** True for a split that makes fewer shares of more: it has a name of its own. */
export const isReverse = ({ from, to }: Ratio): boolean => to < from

interface ActionAnnouncement {
  readonly listing: ListingId
  /** The first trading day without it. */
  readonly exDay: Day
  /** It is known from this instant of the source's clock on, days before its ex-day. */
  readonly announcedAt: Instant
  /** The close of the last session before its ex-day. A customer who holds shares at this instant has it. */
  readonly recordAt: Instant
  /** The start of its ex-day in the venue's time zone. Prices of before are those of before the action. */
  readonly exAt: Instant
}

/** A split, also a reverse one; a dividend of so much a share; or the change of a listing's ticker. */
export type MarketAction =
  | (ActionAnnouncement & { readonly kind: 'split'; readonly ratio: Ratio })
  | (ActionAnnouncement & { readonly kind: 'dividend'; readonly amount: PriceE4 })
  | (ActionAnnouncement & { readonly kind: 'symbol'; readonly successor: ListingId })

/** Its name among all actions: a listing has one of a kind on a day. */
export const actionKey = ({ listing, exDay, kind }: Pick<MarketAction, 'listing' | 'exDay' | 'kind'>): string =>
  `${listing} ${exDay} ${kind}`

/** In the order in which they are carried out: by record instant; of one instant dividends first, symbol changes last. */
export function byRecord(one: MarketAction, other: MarketAction): number {
  const rank = ({ kind }: MarketAction): number => ['dividend', 'split', 'symbol'].indexOf(kind)
  const name = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
  return one.recordAt - other.recordAt || rank(one) - rank(other) || name(one.listing, other.listing)
}

/** The ratio of an action that is no split. */
export const NO_SPLIT: Ratio = { from: 1n, to: 1n }

/** Whether an action has taken effect: the session before its ex-day is over. */
export const isEffective = ({ recordAt }: MarketAction, until: Instant): boolean => until > recordAt

/** One ratio for all splits of a listing whose ex-day begins after `at` and that have taken effect by `until`. */
export function ratioSince(
  actions: readonly MarketAction[],
  listing: ListingId,
  { at, until }: { readonly at: Instant; readonly until: Instant },
): Ratio {
  let [from, to] = [1n, 1n]
  for (const action of actions) {
    if (action.kind !== 'split' || action.listing !== listing) continue
    if (at >= action.exAt || !isEffective(action, until)) continue
    from *= action.ratio.from
    to *= action.ratio.to
  }
  return { from, to }
}

/** The number of such splits of a listing and of its old tickers. */
export function splitsSince(
  actions: readonly MarketAction[],
  listing: ListingId,
  { at, until }: { readonly at: Instant; readonly until: Instant },
): number {
  const effective = actions.filter((action) => isEffective(action, until))
  const change = effective.find((action) => action.kind === 'symbol' && action.successor === listing)
  const own = effective.filter((action) => action.kind === 'split' && action.listing === listing && at < action.exAt)
  return own.length + (change ? splitsSince(actions, change.listing, { at, until }) : 0)
}

/** A price of before a split in shares of after it, for display: rounded half to even, never below the least price. */
export function splitPrice(price: PriceE4, { from, to }: Ratio): PriceE4 {
  const split = divideHalfEven(price * from, to)
  return priceE4(split > 0n ? split : 1n)
}

/** A number of shares traded before a split, in shares of after it, for display. */
export const splitVolume = (volume: bigint, { from, to }: Ratio): bigint => divideHalfEven(volume * to, from)
