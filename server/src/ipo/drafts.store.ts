import type { Instant } from '@lonja/core/base/instant'
import type { OfferDraft } from '@lonja/core/ipo/house.rules'
import { wholeLots } from '@lonja/core/ipo/terms.text'
import { flag, group, instant, int4, orNull, price, shares, tableOf, units, uuid, word } from '../database/codecs.ts'
import { sql, type Row, type Tx } from '../database/db.ts'
import type { SeatAct } from '../review/review.store.ts'

/** A draft as it is stored: its version, the seat that changed it last, and when it was published or thrown away. */
export interface DraftRow extends OfferDraft {
  readonly id: string
  readonly version: number
  readonly by: SeatAct
  readonly changedAt: Instant
  readonly endedAt: Instant | null
}

type StoredDraft = Omit<DraftRow, 'lots' | 'most'> & { readonly lots: bigint; readonly most: bigint }

const DRAFTS = tableOf<StoredDraft>({
  id: uuid('id'),
  version: int4('version'),
  company: word('company'),
  sector: word('sector'),
  market: word('market'),
  price: price('price'),
  lot: shares('lot'),
  lots: units('lots'),
  most: units('most'),
  opens: instant('opens_at'),
  closes: instant('closes_at'),
  draws: instant('draws_at'),
  lists: instant('lists_at'),
  crowd: flag('crowd'),
  by: group<SeatAct>({ seat: uuid('seat'), number: int4('seat_number'), role: word('role') }),
  changedAt: instant('changed_at'),
  endedAt: orNull(instant('ended_at')),
})

const draftFrom = (row: Row): DraftRow => {
  const stored = DRAFTS.ofRow(row)
  return { ...stored, lots: wholeLots(stored.lots), most: wholeLots(stored.most) }
}

const FIND = sql('find_ipo_draft', `select ${DRAFTS.names} from ipo_drafts where id = $1`)
const LIST = sql(
  'list_ipo_drafts',
  `select ${DRAFTS.names} from ipo_drafts where ended_at is null order by changed_at desc, id desc limit $1`,
)
const INSERT = sql('insert_ipo_draft', `insert into ipo_drafts (${DRAFTS.names}) values (${DRAFTS.slots})`)
const UPDATE = sql(
  'update_ipo_draft',
  `update ipo_drafts set version = $2, company = $3, sector = $4, market = $5, price = $6, lot = $7, lots = $8, most = $9,
     opens_at = $10, closes_at = $11, draws_at = $12, lists_at = $13, crowd = $14, seat = $15, seat_number = $16, role = $17,
     changed_at = $18, ended_at = $19 where id = $1`,
)

export async function findDraft(tx: Tx, id: string): Promise<DraftRow | null> {
  const [row] = await tx.run(FIND, [id])
  return row ? draftFrom(row) : null
}

/** The drafts that are neither published nor thrown away, those that changed last first. */
export const listDrafts = async (tx: Tx, limit: number): Promise<DraftRow[]> =>
  (await tx.run(LIST, [limit])).map(draftFrom)

export async function insertDraft(tx: Tx, draft: DraftRow): Promise<void> {
  await tx.run(INSERT, DRAFTS.values(draft))
}

/** Change a draft. The lock of the house makes it the only change. */
export async function updateDraft(tx: Tx, draft: DraftRow): Promise<void> {
  await tx.run(UPDATE, DRAFTS.values(draft))
}
