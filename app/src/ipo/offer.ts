import { seedDrawTime } from '@lonja/core/ipo/calendar.rules'
import type { ReplyOf } from '@lonja/core/base/contract'
import { LANGUAGES, type Language } from '@lonja/core/base/language'
import type {
  ApplicationState,
  listOffers,
  listOwnApplications,
  OfferState,
  readOffer,
} from '@lonja/core/ipo/ipo.contract'
import { markStale } from '@lonja/kit/reads'
import type { StatusTone } from '@lonja/kit/parts/Chip'
import type { TextKey } from '@lonja/kit/text'

export type Offer = ReplyOf<typeof listOffers>['rows'][number]
export type WholeOffer = ReplyOf<typeof readOffer>
export type Application = NonNullable<WholeOffer['application']>
export type OwnApplication = ReplyOf<typeof listOwnApplications>['rows'][number]

export const OFFERS = '/subPackages/home/ipo/ipo'
export const DETAIL = '/subPackages/home/ipo/detail'
/** The applications of all products. */
export const RECORDS = '/subPackages/applications/records'
export const CHECK = '/subPackages/ipo/check'
export const SHARE = '/subPackages/home/socketDetail/socketDetail'

interface StateWords {
  readonly key: TextKey<'ipo'>
  readonly tone: StatusTone
}

export const OFFER_SAID: Readonly<Record<OfferState, StateWords>> = {
  not_started: { key: 'notStarted', tone: 'grey' },
  subscribing: { key: 'subscribing', tone: 'gain' },
  ended: { key: 'ended', tone: 'accent' },
  drawn: { key: 'drawn', tone: 'accent' },
  listed: { key: 'listed', tone: 'grey' },
  cancelled: { key: 'expired', tone: 'loss' },
}

export const APPLICATION_SAID: Readonly<Record<ApplicationState, StateWords>> = {
  subscribed: { key: 'subscribed', tone: 'accent' },
  won: { key: 'won', tone: 'gain' },
  not_won: { key: 'notWon', tone: 'grey' },
  refused: { key: 'failedApplication', tone: 'loss' },
  withdrawn: { key: 'withdrawn', tone: 'grey' },
}

/** Marks as stale all that an application changes. */
export const staleAfterApplication = (): void => markStale(['ipo', 'balances', 'notices'])

/** The last of two answers about an application: a reply comes before the list that has it is read again. */
export function newestOf(row: Application | null, reply: Application | null): Application | null {
  if (row === null || reply === null) return row ?? reply
  return lastChangeOf(row) >= lastChangeOf(reply) ? row : reply
}

const lastChangeOf = ({ at, changedAt, withdrawnAt }: Application): number => withdrawnAt ?? changedAt ?? at

/** The part of a prospectus in one language, without its code; the whole text, if it has no such part. */
export function prospectusIn(text: string, language: Language): string {
  const parts = text.split(/^\[([a-z]+)\]$/m)
  const at = parts.indexOf(language)
  const isInLanguages = parts.some((part) => LANGUAGES.some((each) => each === part))
  return ((isInLanguages && at > 0 ? parts[at + 1] : undefined) ?? text).trim()
}

/** The demand against the shares offered, in hundredths: 156 is 1.56 times. */
export const demandFor = ({ subscribed, shares }: Pick<Offer, 'subscribed' | 'shares'>): bigint =>
  (subscribed * 100n) / shares

/** The time of the draw: the announced one, or, by the seed of a day, the end of that day if it is later. */
export const drawTimeOf = ({ beacon, draws, closes, crowd, rootAt }: WholeOffer): number =>
  beacon.kind === 'seeds' ? Math.max(draws, seedDrawTime({ closes, crowd }, rootAt)) : draws
