import type { Cents, ListingId, PriceE4 } from '@lonja/core/base/amount'
import type { CustomerId, LotId } from '@lonja/core/base/ids'
import type { Lot } from '@lonja/core/orders/lots.rules'
import { cash, instant, price, tableOf, units, uuid, word } from '../database/codecs.ts'
import { saveSet } from '../database/columns.ts'
import { sql, type Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'
import { saveChangedLots } from './lots.store.ts'

/** A lot before and after a corporate action. */
export interface LotChangeRow {
  readonly customer: CustomerId
  readonly lot: LotId
  readonly action: string
  /** The customer's last entry after it. */
  readonly version: number
  readonly listing: ListingId
  readonly listingAfter: ListingId
  readonly sharesBefore: bigint
  readonly sharesAfter: bigint
  readonly priceBefore: PriceE4
  readonly priceAfter: PriceE4
  readonly costBefore: Cents
  readonly costAfter: Cents
  readonly financedBefore: Cents
  readonly financedAfter: Cents
}

const CHANGES = tableOf<LotChangeRow>({
  customer: uuid('customer'),
  lot: uuid('lot'),
  action: uuid('action'),
  version: instant('version'),
  listing: word('listing'),
  listingAfter: word('listing_after'),
  sharesBefore: units('shares_before'),
  sharesAfter: units('shares_after'),
  priceBefore: price('price_before_e4'),
  priceAfter: price('price_after_e4'),
  costBefore: cash('cost_before'),
  costAfter: cash('cost_after'),
  financedBefore: cash('financed_before'),
  financedAfter: cash('financed_after'),
})

const insertChanges = saveSet(
  'insert_lot_changes',
  CHANGES.columns,
  `insert into lot_changes (${CHANGES.names}) select * from $rows as rows`,
)

/** Changes open lots of a customer, and keeps on record what each was before. */
export async function changeLots(
  tx: LockedTx,
  { action, version }: Pick<LotChangeRow, 'action' | 'version'>,
  changes: readonly { readonly before: Lot; readonly after: Lot }[],
): Promise<void> {
  const rows = changes.map(({ before, after }) => ({
    customer: before.customer,
    lot: before.id,
    action,
    version,
    listing: before.listing,
    listingAfter: after.listing,
    sharesBefore: before.left,
    sharesAfter: after.left,
    priceBefore: before.price,
    priceAfter: after.price,
    costBefore: before.costLeft,
    costAfter: after.costLeft,
    financedBefore: before.financedLeft,
    financedAfter: after.financedLeft,
  }))
  if (rows.length === 0) return
  const { statement, values } = insertChanges(rows)
  await tx.run(statement, values)
  await saveChangedLots(tx, changes)
}

const LIST = sql(
  'list_lot_changes',
  `select ${CHANGES.names} from lot_changes where customer = $1 and action = $2 order by lot`,
)

/** The lots of a customer that an action changed; ids of lots sort by when they were opened. */
export const listLotChanges = async (tx: Tx, customer: CustomerId, action: string): Promise<LotChangeRow[]> =>
  (await tx.run(LIST, [customer, action])).map(CHANGES.ofRow)
