import type { Role } from '@lonja/core/base/contract'
import type { Instant } from '@lonja/core/base/instant'
import { bytes, cellOf, instant, int4, json, shapeOf, uuid, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'

/** A file of corporate actions that two seats have confirmed. It is public from that instant on. */
export interface ActionFile {
  readonly id: string
  readonly bytes: Buffer
  readonly source: string
  readonly sha256: string
  readonly confirmedAt: Instant
  /** The roles of the seats that approved it, in order, and the number of these seats. */
  readonly roles: readonly Role[]
  readonly seats: number
}

const FILES = `
  select p.id, p.file, p.source, p.file_sha256, r.ended_at, coalesce(said.roles, '[]') as roles, said.seats
  from publications p
  join reviews r on r.customer is null and r.record = p.id and r.kind = 'publication' and r.state = 'approved'
  left join lateral (
    select jsonb_agg(s.role order by s.person) as roles, count(distinct s.seat)::int4 as seats
    from review_steps s where s.review = r.id and s.round = r.round and s.step = 'approve'
  ) as said on true
  where p.what = 'actions'`
const LIST = sql(
  'list_action_files',
  `${FILES} and r.ended_at >= $1 order by r.ended_at, p.id`,
  shapeOf<ActionFile>({
    id: uuid('id'),
    bytes: bytes('file'),
    source: word('source'),
    sha256: word('file_sha256'),
    confirmedAt: instant('ended_at'),
    roles: json<readonly Role[]>('roles'),
    seats: int4('seats'),
  }),
)
const COUNT = sql(
  'count_action_files',
  `select count(*)::int4 as files from publications p
   join reviews r on r.customer is null and r.record = p.id and r.kind = 'publication' and r.state = 'approved'
   where p.what = 'actions'`,
  cellOf(int4<number>('files')),
)

/** The confirmed files from an instant on, oldest first. */
export const listActionFileRows = async (tx: Tx, from: Instant): Promise<ActionFile[]> => tx.run(LIST, [from])

/** The number of confirmed files, of which none is ever changed or removed. */
export const countActionFiles = async (tx: Tx): Promise<number> => (await tx.run(COUNT, []))[0] ?? 0
