import { never } from './columns.never.ts'
import type { SteeringColumn } from './columns.ts'

/** The columns of block offers, applications and purchases. Nobody writes a price: they follow from quote events. */
export const BLOCK_COLUMNS: readonly SteeringColumn[] = [
  ...never('block_offers', 'server/src/blocks/offers.store.ts', {
    discount_bps: 'a term of a block offer, the same for all, frozen by the hash of its text when it was proposed',
  }),
  ...never('block_applications', 'server/src/blocks/blocks.store.ts', {
    cap_e4: 'the highest price that the customer pays, as the customer wrote it',
  }),
  ...['price_after', 'quote_at', 'ask_e4'].map((column): SteeringColumn => ({
    table: 'block_applications',
    column,
    writer: 'server/src/blocks/blocks.store.ts',
    changes: 'as the reason says',
    because: 'evidence: the 16:00 of the approval’s day, and the first event after it with its ask; each written once',
  })),
  ...never('block_purchases', 'server/src/blocks/purchases.store.ts', {
    price_e4: 'the ask of that event less the discount of the offer; verify works it out anew',
  }),
  ...never('block_outcomes', 'server/src/blocks/purchases.store.ts', {
    quote_at: 'evidence: the first event after the end of a lock',
    bid_e4: 'evidence: the bid of that event',
    result_bps: 'what the block had become by it, against its cost; it is shown, and nothing is paid by it',
  }),
]
