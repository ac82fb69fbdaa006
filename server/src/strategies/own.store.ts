import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { cellOf, instant, int4, int8, orNull, shapeOf, tableOf, uuid, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'

/** A customer's own strategy, without its texts. */
export interface OwnRow {
  readonly customer: CustomerId
  readonly id: string
  readonly name: string
  readonly version: number
  readonly at: Instant
  readonly bytes: number
  readonly link: string | null
  readonly shared: number | null
}

export type OwnKey = Pick<OwnRow, 'customer' | 'id'>

export interface VersionRow {
  readonly customer: CustomerId
  readonly own: string
  readonly version: number
  /** The id under which it was saved. */
  readonly id: string
  readonly at: Instant
  readonly text: string
}

const ROWS = tableOf<OwnRow>({
  customer: uuid('customer'),
  id: uuid('id'),
  name: word('name'),
  version: int4('version'),
  at: instant('saved_at'),
  bytes: int4('bytes'),
  link: orNull(word('link')),
  shared: orNull(int4('shared_version')),
})
const VERSIONS = tableOf<VersionRow>({
  customer: uuid('customer'),
  own: uuid('own'),
  version: int4('version'),
  id: uuid('id'),
  at: instant('saved_at'),
  text: word('text'),
})

const LIST = sql(
  'list_own_strategies',
  `select ${ROWS.names} from own_strategies where customer = $1 order by saved_at desc, id desc`,
  ROWS.ofRow,
)
const FIND = sql(
  'find_own_strategy',
  `select ${ROWS.names} from own_strategies where customer = $1 and id = $2`,
  ROWS.ofRow,
)
const FIND_BY_LINK = sql('find_shared_strategy', `select ${ROWS.names} from own_strategies where link = $1`, ROWS.ofRow)
const FIND_VERSION = sql(
  'find_own_version',
  `select ${VERSIONS.names} from own_versions where customer = $1 and own = $2 and version = $3`,
  VERSIONS.ofRow,
)
const IS_SAVED = sql(
  'find_saved_own_version',
  'select version from own_versions where customer = $1 and id = $2',
  cellOf(int4<number>('version')),
)
const LIST_VERSIONS = sql(
  'list_own_versions',
  `select version, saved_at, octet_length(text) as bytes from own_versions
   where customer = $1 and own = $2 order by version desc`,
  shapeOf<Pick<VersionRow, 'version' | 'at'> & { readonly bytes: number }>({
    version: int4('version'),
    at: instant('saved_at'),
    bytes: int4('bytes'),
  }),
)
const COUNT = sql(
  'count_own_strategies',
  'select count(*) as count from own_strategies where customer = $1',
  cellOf(int8('count')),
)
const SAVE = sql(
  'save_own_strategy',
  `insert into own_strategies (${ROWS.names}) values (${ROWS.slots})
   on conflict (customer, id) do update set name = excluded.name, version = excluded.version,
     saved_at = excluded.saved_at, bytes = excluded.bytes`,
)
const INSERT_VERSION = sql(
  'insert_own_version',
  `insert into own_versions (${VERSIONS.names}) values (${VERSIONS.slots})`,
)
const SHARE = sql(
  'share_own_strategy',
  'update own_strategies set link = $3, shared_version = $4 where customer = $1 and id = $2',
)
const END_LINKS = sql(
  'end_links_of_own_strategies',
  'update own_strategies set link = null, shared_version = null where customer = $1 and link is not null',
)
const DELETE = sql('delete_own_strategy', 'delete from own_strategies where customer = $1 and id = $2')

/** A customer's own strategies, the last saved first. */
export const listOwn = (tx: Tx, customer: CustomerId): Promise<OwnRow[]> => tx.run(LIST, [customer])

export async function findOwn(tx: Tx, { customer, id }: OwnKey): Promise<OwnRow | null> {
  const [row] = await tx.run(FIND, [customer, id])
  return row ?? null
}

export async function findByLink(tx: Tx, link: string): Promise<OwnRow | null> {
  const [row] = await tx.run(FIND_BY_LINK, [link])
  return row ?? null
}

export async function findVersion(tx: Tx, { customer, id }: OwnKey, version: number): Promise<VersionRow | null> {
  const [row] = await tx.run(FIND_VERSION, [customer, id, version])
  return row ?? null
}

/** True if a customer has saved a version under an id. */
export const isSaved = async (tx: Tx, customer: CustomerId, id: string): Promise<boolean> =>
  (await tx.run(IS_SAVED, [customer, id])).length > 0

/** The versions of an own strategy, newest first. */
export const listVersions = (tx: Tx, { customer, id }: OwnKey) => tx.run(LIST_VERSIONS, [customer, id])

export async function countOwn(tx: Tx, customer: CustomerId): Promise<number> {
  const [count] = await tx.run(COUNT, [customer])
  return count ?? 0
}

/** Saves a version, and the own strategy with it. Its link stays as it is. */
export async function saveVersion(
  tx: LockedTx,
  own: Omit<OwnRow, 'link' | 'shared'>,
  version: Pick<VersionRow, 'id' | 'text'>,
): Promise<void> {
  await tx.run(SAVE, ROWS.values({ ...own, link: null, shared: null }))
  const { customer, id, version: number, at } = own
  await tx.run(INSERT_VERSION, VERSIONS.values({ customer, own: id, version: number, at, ...version }))
}

/** Shares one version by a link, or ends the link. */
export async function updateLink(
  tx: LockedTx,
  { customer, id }: OwnKey,
  share: { readonly link: string; readonly version: number } | null,
): Promise<void> {
  await tx.run(SHARE, [customer, id, share?.link ?? null, share?.version ?? null])
}

/** Ends all links of a customer: they show nothing from then on. */
export async function endLinks(tx: LockedTx, customer: CustomerId): Promise<void> {
  await tx.run(END_LINKS, [customer])
}

export async function deleteOwn(tx: LockedTx, { customer, id }: OwnKey): Promise<void> {
  await tx.run(DELETE, [customer, id])
}
