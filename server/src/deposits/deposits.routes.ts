import { HOUR, type Instant } from '@lonja/core/base/instant'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import { Id } from '@lonja/core/base/wire'
import {
  listDeposits,
  readCheckoutLink,
  readDeposit,
  readDepositWays,
  submitDeposit,
} from '@lonja/core/deposits/deposits.contract'
import {
  CHECKOUT_MS,
  LIMIT_CENTS,
  MINIMUM_CENTS,
  decideAmount,
  decideCoins,
  decideHashUse,
  depositNumber,
  leftOf,
  DEPOSITS_PAGE,
} from '@lonja/core/deposits/deposits.rules'
import { COIN_RATES } from '@lonja/core/payees/rates'
import { CHAINS, CHAINS_OF, CHAIN_NAMES, COINS } from '@lonja/core/payees/chains'
import { depositReview } from '@lonja/core/deposits/deposits.review'
import * as z from 'zod/mini'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Tx } from '../database/db.ts'
import { NOT_SIGNED_IN, asCustomer, onEntry, onPreparedWrite, onRead, type Route } from '../door/serve.ts'
import { takePictures } from '../pictures/pictures.actions.ts'
import { listPicturesOf } from '../pictures/pictures.store.ts'
import { readReview } from '../review/review.actions.ts'
import { isReviewed } from '../review/review.store.ts'
import { stepsFor } from '../review/review.replies.ts'
import { findNumber } from './addresses.store.ts'
import { addressOf, factsOf, makeDeposit, numberOf, rateNow, type DepositParts } from './deposits.actions.ts'
import { checkoutPath, checkoutToken } from './deposits.checkout.ts'
import type { DepositKey } from './deposits.key.ts'
import { creditReply, depositReply } from './deposits.replies.ts'
import { findCredited, findDeposit, isHashSubmitted, listDepositRows, type Deposit } from './deposits.store.ts'

export interface DepositsOptions extends DepositParts {
  /** Signs the links to the checkout page. */
  readonly checkoutKey: Buffer
}

export function depositsRoutes(options: DepositsOptions): Route[] {
  return [waysRoute(options), submitRoute(options), checkoutRoute(options), listRoute, oneRoute]
}

/** A read that gives a new customer an address: the first call writes, later ones only read. */
const waysRoute = (options: DepositsOptions): Route =>
  onEntry(readDepositWays, async (request, house) => {
    const { token, now } = request
    if (!token) return NOT_SIGNED_IN
    const key = await options.key(house.db, now)
    const look = () =>
      house.db.read(async (tx) => {
        const asker = await house.sessions.find(tx, token, now)
        if (!asker) return NOT_SIGNED_IN
        const number = await findNumber(tx, asker.customer, key.name)
        return number === null ? null : waysReply(tx, asker.customer, { number, key, now, options })
      })
    const known = await look()
    if (known) return known
    const assigned = await asCustomer(request, house, ({ tx, customer }) => numberOf(tx, customer, key, now))
    if (isRefused(assigned)) return assigned
    return (await look()) ?? refuse('unavailable')
  })

interface WaysOf {
  readonly number: number
  readonly key: DepositKey
  readonly now: Instant
  readonly options: DepositsOptions
}

async function waysReply(tx: Tx, customer: CustomerId, { number, key, now, options }: WaysOf) {
  const { market, settings } = options
  const eurUsd = rateNow(market)
  const { verified, usedCents } = await factsOf(tx, customer, { now, eurUsd })
  return {
    chains: CHAINS.map((chain) => ({ chain, name: CHAIN_NAMES[chain], address: addressOf(key, chain, number) })),
    coins: COINS.map((currency) => ({ currency, chains: [...CHAINS_OF[currency]], usd: COIN_RATES.usd[currency] })),
    ratesVersion: COIN_RATES.version,
    eurUsd,
    minimum: MINIMUM_CENTS,
    limit: { most: LIMIT_CENTS[verified ? 'after' : 'before'], left: leftOf(verified, usedCents), verified },
    dueHours: Math.round(settings.dueMs / HOUR),
  }
}

/** Reads the house's key before the transaction. The first use stores it in a transaction of its own. */
const submitRoute = (options: DepositsOptions): Route =>
  onPreparedWrite(
    submitDeposit,
    ({ house, now }) => options.key(house.db, now),
    async ({ tx, customer, now, publish }, { id, proofs = [], ...form }, key) => {
      if (await isReviewed(tx, customer, id)) return refuse('key_reused')
      const eurUsd = rateNow(options.market)
      const decision = decideCoins(form, await factsOf(tx, customer, { now, eurUsd }))
      if (isRefused(decision)) return decision
      const { cash, eurCents, hash } = decision
      const { currency, chain, amount } = form
      const credited = (await findCredited(tx, chain, hash)) !== null
      const use = decideHashUse({ credited, submitted: await isHashSubmitted(tx, customer, chain, hash) })
      if (isRefused(use)) return use
      const wrongPicture = await takePictures(tx, customer, proofs, { use: 'deposit', record: id })
      if (wrongPicture) return wrongPicture
      const address = addressOf(key, chain, await numberOf(tx, customer, key, now))
      const usd = COIN_RATES.usd[currency]
      const coins = { currency, chain, amountE8: amount, address, hash, usd, ratesVersion: COIN_RATES.version }
      const stored = cash.asset === 'EUR' ? eurUsd : null
      const deposit: Deposit = { id, customer, way: 'crypto', cash, eurCents, coins, eurUsd: stored, madeAt: now }
      const { dueAt } = await makeDeposit(tx, deposit, { settings: options.settings, proofs })
      publish('deposits', 'notices')
      return { id, number: depositNumber(id), cash, eurUsd: stored, at: now, dueAt }
    },
  )

const checkoutRoute = ({ market, checkoutKey }: DepositsOptions): Route =>
  onRead(readCheckoutLink, async ({ tx, customer, now, language }, { id, amount, currency }) => {
    if (await isReviewed(tx, customer, id)) return refuse('key_reused')
    const cash = { asset: currency, units: amount }
    const decision = decideAmount(cash, await factsOf(tx, customer, { now, eurUsd: rateNow(market) }))
    if (isRefused(decision)) return decision
    const endsAt = now + CHECKOUT_MS
    const token = checkoutToken(checkoutKey, { customer, deposit: id, cash, endsAt })
    return { url: `./${checkoutPath(language, token)}`, endsAt }
  })

const STATES = { open: ['pending', 'in_review'], approved: ['approved'], refused: ['refused'] } as const

const listRoute = onRead(listDeposits, async ({ tx, customer, language }, { cursor, limit = DEPOSITS_PAGE, state }) => {
  const [at = '', id = ''] = cursor?.split('_') ?? []
  const after = /^\d{1,15}$/.test(at) && z.safeParse(Id, id).success ? { at: Number(at), id } : null
  const rows = await listDepositRows(tx, customer, { states: state ? STATES[state] : null, after, most: limit + 1 })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    rows: page.map((row) => depositReply(row, language)),
    cursor: rows.length > limit && last ? `${last.madeAt}_${last.id}` : null,
  }
})

const oneRoute = onRead(readDeposit, async ({ tx, customer, language }, { id }) => {
  const row = await findDeposit(tx, customer, id)
  if (!row) return refuse('unknown_deposit', {}, 'id')
  const { steps } = await readReview(tx, row.reviewId)
  return {
    ...depositReply(row, language),
    steps: stepsFor(language, depositReview, steps),
    ...(await creditReply(tx, row, language)),
    proofs: await listPicturesOf(tx, customer, id),
  }
})
