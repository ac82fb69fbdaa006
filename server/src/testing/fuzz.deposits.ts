import { DEPOSIT_STATES } from '@lonja/core/deposits/deposits.contract'
import { CHAINS_OF, COINS } from '@lonja/core/payees/chains'
import { depositReview } from '@lonja/core/deposits/deposits.review'
import { OPINIONS } from '@lonja/core/review/review.contract'
import { newId } from '../base/ids.ts'
import { idFrom, maybe, paged, type Dice, type Fields } from './fuzz.dice.ts'

/** The ids of a customer's deposits. */
export interface KnownDeposits {
  readonly deposits: string[]
  /** The deposit that the seat opened last, and the hash of the payload it saw. */
  openedDeposit: { readonly id: string; readonly seen: string } | null
}

const hash = (): string => newId().replaceAll('-', '').repeat(2)

/** Valid inputs of the calls of deposits, for their own customer or seat. */
export const DEPOSITS = {
  readDepositWays: () => ({}),
  submitDeposit: (_who: KnownDeposits, chance: Dice): Fields => {
    const currency = chance.pick(COINS)
    const chain = chance.pick(CHAINS_OF[currency])
    return {
      id: newId(),
      currency,
      chain,
      cash: chance.pick(['EUR', 'USD']),
      amount: chance.pick(currency === 'BTC' || currency === 'ETH' ? ['0.01', '0.00000001'] : ['15.5', '12']),
      hash: chain === 'bitcoin' || chain === 'tron' ? hash() : `0x${hash()}`,
      ...maybe(chance, () => ({ proofs: [] })),
    }
  },
  readCheckoutLink: (_who: KnownDeposits, chance: Dice): Fields => ({
    id: newId(),
    amount: chance.pick(['10.00', '9.99', '25.5']),
    currency: chance.pick(['EUR', 'USD']),
  }),
  listDeposits: (_who: KnownDeposits, chance: Dice): Fields => ({
    ...paged(chance),
    ...maybe(chance, () => ({ state: chance.pick(['open', ...DEPOSIT_STATES.slice(2)]) })),
  }),
  readDeposit: ({ deposits }: KnownDeposits, chance: Dice): Fields => ({ id: idFrom(deposits, chance) }),
  openDeposit: ({ deposits }: KnownDeposits, chance: Dice): Fields => ({ id: idFrom(deposits, chance) }),
  decideDeposit: ({ openedDeposit, deposits }: KnownDeposits, chance: Dice): Fields => {
    const opinion = chance.pick(OPINIONS)
    const { id, seen } = openedDeposit ?? { id: idFrom(deposits, chance), seen: '' }
    const note = maybe(chance, () => ({ note: 'ñ 备注' }))
    return { id, seen, opinion, reason: chance.pick(depositReview.reasons[opinion]), ...note }
  },
}
