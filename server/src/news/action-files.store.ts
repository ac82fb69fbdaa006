import type { Role } from '@lonja/core/base/contract'
import type { Instant } from '@lonja/core/base/instant'
import { sql, type Row, type Tx } from '../database/db.ts'

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
  select p.id, p.file, p.source, p.file_sha256, r.ended_at, said.roles, said.seats
  from publications p
  join reviews r on r.customer is null and r.record = p.id and r.kind = 'publication' and r.state = 'approved'
  left join lateral (
    select jsonb_agg(s.role order by s.person) as roles, count(distinct s.seat)::int4 as seats
    from review_steps s where s.review = r.id and s.round = r.round and s.step = 'approve'
  ) as said on true
  where p.what = 'actions'`
const LIST = sql('list_action_files', `${FILES} and r.ended_at >= $1 order by r.ended_at, p.id`)
const COUNT = sql(
  'count_action_files',
  `select count(*)::int4 as files from publications p
   join reviews r on r.customer is null and r.record = p.id and r.kind = 'publication' and r.state = 'approved'
   where p.what = 'actions'`,
)

const fileOf = (row: Row): ActionFile => ({
  id: row['id'] as string,
  bytes: row['file'] as Buffer,
  source: row['source'] as string,
  sha256: row['file_sha256'] as string,
  confirmedAt: Number(row['ended_at']),
  roles: (row['roles'] ?? []) as Role[],
  seats: Number(row['seats']),
})

/** The confirmed files from an instant on, oldest first. */
export const listActionFileRows = async (tx: Tx, from: Instant): Promise<ActionFile[]> =>
  (await tx.run(LIST, [from])).map(fileOf)

/** The number of confirmed files, of which none is ever changed or removed. */
export const countActionFiles = async (tx: Tx): Promise<number> =>
  (await tx.run<{ files: number }>(COUNT, []))[0]?.files ?? 0
