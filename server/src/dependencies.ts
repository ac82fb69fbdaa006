import { QUICKNET } from '@lonja/core/ipo/beacon.rules'
import { offerReview } from '@lonja/core/ipo/ipo.review'
import { NOTICES, PLACES, REVIEW_KINDS, WORDS } from '@lonja/core/lists'
import { publicationReview } from '@lonja/core/news/news.review'
import { reviewStaffCalls } from '@lonja/core/reviews.contract'
import type { Clock } from './base/clock.ts'
import { readCustomer } from './accounts/accounts.store.ts'
import { findEndOf } from './accounts/sessions.store.ts'
import { blockSubjects } from './blocks/replies.actions.ts'
import type { Config } from './config/config.ts'
import { configuredKey, depositKeyOpener } from './deposits/deposits.key.ts'
import type { DepositsOptions } from './deposits/deposits.routes.ts'
import { offerSubjects } from './ipo/offers.actions.ts'
import { openRelays, type OpenRelays, type Relays } from './ipo/relays.actions.ts'
import type { OpenedMarket } from './market/market.opening.ts'
import type { Market } from './market/market.quotes.ts'
import { nameOf } from './market/market.replies.ts'
import { publicationSubjects } from './news/publications.actions.ts'
import type { Wordbook } from './notices/notices.words.ts'
import type { PushGround } from './notices/push.jobs.ts'
import type { Queues } from './review/queue.actions.ts'
import { keyFor, type HouseSecret } from './secrets/secret.ts'
import type { Withdrawals } from './withdrawals/withdrawals.actions.ts'

/* The parts that features need from the settings, the secret and features above them. */

/** The dependencies of deposits. */
export const depositsOf = (
  { depositXpub, review }: Pick<Config, 'depositXpub' | 'review'>,
  market: Market,
  secret: HouseSecret,
): DepositsOptions => ({
  market,
  settings: review,
  key: depositKeyOpener(configuredKey(depositXpub)),
  checkoutKey: keyFor(secret, 'checkout'),
})

/** The relays of the settings, which only a practice house asks. `tests` replaces them, for tests only. */
export const relaysOf = (
  { drandRelays }: Pick<Config, 'drandRelays'>,
  { opening }: Pick<OpenedMarket, 'opening'>,
  clock: Clock,
  tests: Partial<Relays> = {},
): OpenRelays => openRelays({ chain: QUICKNET, addresses: opening.practice ? drandRelays : [], ...tests }, clock)

type WithdrawalConfig = Pick<Config, 'withdrawalMinimum' | 'withdrawalSendMs' | 'review'>

export const withdrawalsOf = (
  { withdrawalMinimum: minimum, withdrawalSendMs: sendAfterMs, review }: WithdrawalConfig,
  market: Market,
): Withdrawals => ({
  market,
  settings: { minimum, sendAfterMs, review },
})

/** The names of listings and the joined lists, from which notices are worded. */
export const wordbookOf = (market: Market): Wordbook => ({
  nameOf: (listing, language) => nameOf(market, listing, language),
  lists: { notices: NOTICES, places: PLACES, words: WORDS },
})

/** The queues of all kinds, with the subjects of those whose reviews are the house's. */
export const queuesOf = (market: Market, settings: Config['review']): Queues => ({
  kinds: REVIEW_KINDS,
  subjects: {
    [offerReview.name]: offerSubjects,
    [publicationReview.name]: publicationSubjects,
    ...blockSubjects(market),
  },
  calls: reviewStaffCalls,
  settings,
})

/**
 * The facts that pushing needs from other features: the names of listings, the end of a device's session, and the
 * language of its customer.
 */
export const pushFacts = (market: Market): Pick<PushGround, keyof Wordbook | 'sessionOf'> => ({
  ...wordbookOf(market),
  sessionOf: async (tx, { customer, session }) => {
    const endsAt = await findEndOf(tx, customer, session)
    return endsAt === null ? null : { endsAt, language: (await readCustomer(tx, customer)).language }
  },
})
