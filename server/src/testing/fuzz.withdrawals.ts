import type { CustomerId } from '@lonja/core/base/ids'
import { REVIEW_KINDS } from '@lonja/core/lists'
import type { TestHouse } from './house.ts'
import { insertPayee } from '../payees/payees.store.ts'
import type { Wallet } from '@lonja/core/payees/payees.rules'
import { OPINIONS } from '@lonja/core/review/review.contract'
import { withdrawalReview } from '@lonja/core/withdrawals/withdrawals.review'
import { QUEUE_SORTS, QUEUE_STATES, QUEUE_WHOSE } from '@lonja/core/review/queue.staff.contract'
import { saveTradingHash } from '../accounts/accounts.store.ts'
import { newId } from '../base/ids.ts'
import { hashPassword } from '../secrets/passwords.ts'
import { codeOf, type KnownSecondStep } from './fuzz.second-step.ts'
import { idFrom, maybe, paged, type Dice, type Fields } from './fuzz.dice.ts'

/** The ids of a customer's withdrawals. */
export interface KnownWithdrawals {
  readonly password: string
  second: KnownSecondStep
  /** Null before a trading password is set. */
  trading: string | null
  /** A payee whose waiting time is over, and withdrawals to it. */
  readonly ready: string
  readonly withdrawals: string[]
  /** The withdrawal that the seat opened last, and the hash of the payload it saw. */
  opened: { readonly id: string; readonly seen: string } | null
}

/** Filters of a queue. */
const narrowed = (chance: Dice): Fields => ({
  ...maybe(chance, () => ({ kind: chance.pick(REVIEW_KINDS).name })),
  ...maybe(chance, () => ({ state: chance.pick(QUEUE_STATES) })),
  ...maybe(chance, () => ({ whose: chance.pick(QUEUE_WHOSE), sort: chance.pick(QUEUE_SORTS) })),
  ...maybe(chance, () => ({ late: 'yes', joined: 'new' })),
  ...maybe(chance, () => ({ restricted: 'yes', way: chance.pick(['crypto', 'card', 'other']) })),
  ...maybe(chance, () => ({ least: chance.pick(['0', '100']), most: chance.pick(['10', '20000']) })),
})

/** Valid inputs of the calls of reviews and withdrawals, for their own customer or seat. */
export const WITHDRAWALS = {
  listQueue: (_who: KnownWithdrawals, chance: Dice): Fields => ({
    ...paged(chance),
    ...narrowed(chance),
    ...maybe(chance, () => ({ find: chance.pick(['482', 'R-7K2M-91QX', 'd-4f09c2', '%', newId()]) })),
  }),
  exportQueue: (_who: KnownWithdrawals, chance: Dice): Fields => narrowed(chance),
  countQueues: () => ({}),
  listReasons: (_who: KnownWithdrawals, chance: Dice): Fields => ({ kind: chance.pick(REVIEW_KINDS).name }),
  letGoReview: ({ withdrawals }: KnownWithdrawals, chance: Dice): Fields => ({ id: idFrom(withdrawals, chance) }),
  readWithdrawalTerms: (_who: KnownWithdrawals, chance: Dice): Fields =>
    maybe(chance, () => ({ record: '1', state: chance.pick(['open', 'sent', 'refused', 'cancelled']) })),
  submitWithdrawal: ({ ready, trading, password, second }: KnownWithdrawals, chance: Dice): Fields => ({
    id: newId(),
    amount: { amount: chance.pick(['10.00', '25.5', '9.99', '11000.00']), currency: 'EUR' },
    payee: ready,
    password: trading ?? password,
    ...codeOf(second, chance),
  }),
  readWithdrawal: ({ withdrawals }: KnownWithdrawals, chance: Dice): Fields => ({ id: idFrom(withdrawals, chance) }),
  cancelWithdrawal: ({ withdrawals }: KnownWithdrawals, chance: Dice): Fields => ({ id: idFrom(withdrawals, chance) }),
  readWithdrawalFigures: () => ({}),
  openWithdrawal: ({ withdrawals }: KnownWithdrawals, chance: Dice): Fields => ({ id: idFrom(withdrawals, chance) }),
  recallWithdrawal: ({ withdrawals }: KnownWithdrawals, chance: Dice): Fields => ({ id: idFrom(withdrawals, chance) }),
  decideWithdrawal: ({ opened, withdrawals }: KnownWithdrawals, chance: Dice): Fields => {
    const opinion = chance.pick(OPINIONS)
    const { id, seen } = opened ?? { id: idFrom(withdrawals, chance), seen: '' }
    return {
      id,
      seen,
      opinion,
      reason: chance.pick(withdrawalReview.reasons[opinion]),
      ...maybe(chance, () => ({ note: 'ñ 备注' })),
    }
  },
}

/** Inserts a wallet that can be paid to at once. */
export async function readyPayee(house: TestHouse, customer: CustomerId): Promise<string> {
  const id = newId()
  const now = house.clock.now()
  const to = {
    kind: 'wallet',
    currency: 'BTC',
    chain: 'bitcoin',
    address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  }
  await house.db.write((tx) => insertPayee(tx, { customer, id, to: to as Wallet, addedAt: now, readyAt: now }))
  return id
}

const TRADING = 'before trading'
let tradingHash: Promise<string> | null = null

/** Sets a trading password without the time of hashing it. */
export async function tradingPasswordOf(house: TestHouse, customer: CustomerId): Promise<string> {
  const known = await (tradingHash ??= hashPassword(TRADING))
  await house.db.write((tx) => saveTradingHash(tx, customer, known))
  return TRADING
}

/** Valid wallets to add. */
export const WALLETS: readonly Fields[] = [
  { currency: 'USDT', chain: 'tron', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
  { currency: 'BTC', chain: 'bitcoin', address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' },
  { currency: 'USDC', chain: 'polygon', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
]
