import type { Instant } from '@lonja/core/base/instant'
import { depositAddress } from '@lonja/core/deposits/derive'
import { assert } from '@lonja/core/base/assert'
import type { CustomerId } from '@lonja/core/base/ids'
import { depositReview } from '@lonja/core/deposits/deposits.review'
import { windowFrom, type DepositFacts } from '@lonja/core/deposits/deposits.rules'
import { freeLine } from '@lonja/core/ledger/ledger.rules'
import { noticeOfRecord } from '@lonja/core/notices/records.rules'
import type { Chain } from '@lonja/core/payees/chains'
import { dueAtFor } from '@lonja/core/review/review.rules'
import { readCustomer } from '../accounts/accounts.store.ts'
import type { Db, Tx } from '../database/db.ts'
import { newId } from '../base/ids.ts'
import { postNow } from '../ledger/ledger.actions.ts'
import { lastVersion } from '../ledger/ledger.store.ts'
import type { Market } from '../market/market.quotes.ts'
import { insertNotices } from '../notices/notices.store.ts'
import { decidedPictures } from '../pictures/pictures.actions.ts'
import { openReview, type Payload, type ReviewSettings } from '../review/review.actions.ts'
import { findNumber, insertNumber } from './addresses.store.ts'
import type { DepositKey } from './deposits.key.ts'
import { insertCredit, insertDeposit, sumDeposits, type Deposit, type StoredRate } from './deposits.store.ts'
import type { LockedTx } from '../database/locks.ts'

/** The parts that every module of deposits needs. */
export interface DepositParts {
  readonly market: Market
  readonly settings: ReviewSettings
  /** The key of the house, stored on its first use. */
  readonly key: (db: Db, now: Instant) => Promise<DepositKey>
}

/** The market's present rate, as it is stored with a deposit. */
export function rateNow(market: Market): StoredRate | null {
  const rate = market.rate()
  return rate && { rate: rate.rate, at: rate.at, source: rate.source }
}

/** The facts by which the rules decide an amount of a customer. */
export async function factsOf(
  tx: Tx,
  customer: CustomerId,
  { now, eurUsd }: { now: Instant; eurUsd: StoredRate | null },
): Promise<DepositFacts> {
  const { kyc } = await readCustomer(tx, customer)
  const { used, open } = await sumDeposits(tx, customer, windowFrom(now))
  return { verified: kyc === 'passed', usedCents: used, open, eurUsd: eurUsd?.rate ?? null }
}

/** The content of a deposit, frozen with its review: a decision names exactly this. */
export const payloadOf = ({ customer, way, cash, coins, eurUsd }: Deposit, proofs: readonly string[]): Payload => ({
  customer,
  way,
  cash: `${cash.units} ${cash.asset}`,
  ...(coins && {
    coins: `${coins.amountE8} ${coins.currency} ${coins.chain}`,
    address: coins.address,
    hash: coins.hash,
    rates: `${coins.ratesVersion} ${coins.usd}`,
  }),
  eurUsd: eurUsd && `${eurUsd.rate} ${eurUsd.at} ${eurUsd.source}`,
  proofs: [...proofs].sort().join(' '),
})

/** Stores a deposit and puts it into its queue. The rules have accepted it. */
export async function makeDeposit(
  tx: LockedTx,
  deposit: Deposit,
  { settings, proofs = [] }: { settings: ReviewSettings; proofs?: readonly string[] },
): Promise<{ dueAt: Instant }> {
  const { id, customer, cash, eurCents, way, madeAt: at } = deposit
  const dueAt = dueAtFor(depositReview, settings.dueMs, at)
  await insertDeposit(tx, deposit)
  const payload = payloadOf(deposit, proofs)
  await openReview(tx, depositReview, { record: id, customer, amount: cash, eurCents, way, at, dueAt, payload })
  await insertNotices(tx, [
    noticeOfRecord({ customer, id: newId(), at }, 'deposit_received', { kind: 'deposit', id, amount: cash }),
  ])
  return { dueAt }
}

/**
 * Credits a deposit: a posting from the house's account of deposits, in the transaction of the decision. The caller has
 * locked the deposits that name the same transaction on a chain. Asserts that it is not credited yet.
 */
export async function credit(tx: LockedTx, deposit: Deposit, now: Instant): Promise<void> {
  const { id, customer, cash } = deposit
  const posting = (await lastVersion(tx, customer)) + 1
  assert(await insertCredit(tx, deposit, posting, now), 'a transaction is credited once')
  const lines = [freeLine('deposit', 'deposits', cash)]
  await postNow(tx, { customer, cause: { kind: 'deposit', id }, at: now, lines })
}

/** Sends the customer a notice that their deposit is in review. */
export const noteOpened = (tx: LockedTx, { id, customer, cash }: Deposit, at: Instant): Promise<void> =>
  insertNotices(tx, [
    noticeOfRecord({ customer, id: newId(), at }, 'deposit_in_review', { kind: 'deposit', id, amount: cash }),
  ])

/** Sends the customer a notice of the decision. From now on the pictures of proof are kept for 30 days. */
export async function noteEnd(
  tx: LockedTx,
  { id, customer, cash }: Deposit,
  { result, reason }: { result: 'approved' | 'refused'; reason: string },
  at: Instant,
): Promise<void> {
  const code = result === 'approved' ? 'deposit_credited' : 'deposit_refused'
  const facts = { kind: 'deposit', id, amount: cash, reason } as const
  await decidedPictures(tx, customer, id, at)
  await insertNotices(tx, [noticeOfRecord({ customer, id: newId(), at }, code, facts)])
}

/** The number of the customer's addresses. The first call gives the customer one. */
export async function numberOf(tx: LockedTx, customer: CustomerId, key: DepositKey, now: Instant): Promise<number> {
  const earlier = await findNumber(tx, customer, key.name)
  if (earlier !== null) return earlier
  for (let time = 0; time < TRIES; time += 1) {
    const number = await insertNumber(tx, customer, key.name, now)
    if (number !== null) return number
  }
  throw new Error('Assertion failed: an address is given within some tries')
}

/** The most tries for a number. A try fails if another customer takes the number at the same moment. */
const TRIES = 50

const addresses = new Map<string, string>()
const ADDRESSES_MOST = 10_000

/** An address by its key, chain and number: it never changes, and computing it costs a millisecond or two. */
export function addressOf({ name, key }: DepositKey, chain: Chain, number: number): string {
  const place = `${name} ${chain} ${number}`
  const known = addresses.get(place)
  if (known !== undefined) return known
  if (addresses.size >= ADDRESSES_MOST) addresses.clear()
  const address = depositAddress(key, chain, number)
  addresses.set(place, address)
  return address
}
