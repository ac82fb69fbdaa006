import { E4_PER_CENT, type Currency, type PriceE4 } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type {
  BlockOfferState,
  BlockState,
  listBlockOffers,
  listBlockPurchases,
  readBlock,
} from '@lonja/core/blocks/blocks.contract'
import { useFormats } from '@lonja/kit/formats'
import type { StatusTone } from '@lonja/kit/parts/Chip'
import { markStale } from '@lonja/kit/reads'

export type BlockOffers = ReplyOf<typeof listBlockOffers>
export type BlockOffer = BlockOffers['rows'][number]
export type Block = ReplyOf<typeof readBlock>
export type Purchase = ReplyOf<typeof listBlockPurchases>['rows'][number]

export const BLOCKS = '/subPackages/home/blockTrading/blockTrading'

export const OFFER_TONES: Readonly<Record<BlockOfferState, StatusTone>> = {
  open: 'gain',
  sold_out: 'grey',
  ended: 'grey',
  withdrawn: 'loss',
}

export const BLOCK_TONES: Readonly<Record<BlockState, StatusTone>> = {
  pending: 'accent',
  in_review: 'accent',
  offered: 'warn',
  approved: 'accent',
  bought: 'gain',
  refused: 'loss',
  cancelled: 'grey',
  declined: 'grey',
  expired: 'grey',
  above_cap: 'loss',
  changed: 'loss',
  withdrawn: 'loss',
}

/** The status of a purchase: locked, to be sold by its customer, sold, or handed back. */
export const statusOf = ({ state, freedAt }: Pick<Purchase, 'state' | 'freedAt'>) =>
  state === 'hold' && freedAt !== null ? 'free' : state

export const STATUS_TONES: Readonly<Record<ReturnType<typeof statusOf>, StatusTone>> = {
  hold: 'warn',
  free: 'gain',
  sold: 'grey',
  handed_back: 'grey',
}

/** A price of a block with all its decimals: a share costs part of a cent. */
export function useExactPrice(): (price: PriceE4 | null, currency: Currency) => string {
  const f = useFormats()
  return (price, currency) =>
    price === null || price % E4_PER_CENT === 0n
      ? f.price(price, currency)
      : // The mark stands where the language has it.
        f.price(price, currency).replace(f.price(price), f.units(price, 4))
}

/** Marks as stale all that a step of an application changes. */
export const staleAfterBlock = (): void => markStale(['blocks', 'balances', 'notices'])
