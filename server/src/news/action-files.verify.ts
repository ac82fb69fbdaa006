import { orNull, shapeOf, uuid, word } from '../database/codecs.ts'
import { sql, type Db } from '../database/db.ts'
import { NAMED_MOST } from '../ledger/laws.verify.ts'
import type { Breach } from '../ledger/ledger.verify.ts'
import { announcements, sayFirstError } from '../market/market.announced.ts'
import { listActionFileRows } from './action-files.store.ts'

export const ACTION_FILE_LAWS = {
  action_files:
    'each file of corporate actions was confirmed by two seats, in time for each of its rows, and is the one whose fingerprint was announced',
} as const

/** Confirmed files and the acts that announced them, where they differ. The acts are chained by hashes. */
const UNANNOUNCED = sql(
  'list_unannounced_files',
  `select coalesce(f.id, a.about_id) as file, f.file_sha256 as sha256, a.sha256 as announced, f.ended_at, a.made_at
   from (
     select p.id, p.file_sha256, r.ended_at from publications p
     join reviews r on r.customer is null and r.record = p.id and r.kind = 'publication' and r.state = 'approved'
     where p.what = 'actions'
   ) as f
   full join (
     select about_id, detail::json ->> 'sha256' as sha256, made_at from audit_rows where act = 'actions_announced'
   ) as a on a.about_id = f.id
   where (f.file_sha256, f.ended_at) is distinct from (a.sha256, a.made_at)`,
  shapeOf({ file: uuid('file'), sha256: orNull(word('sha256')), announced: orNull(word('announced')) }),
)

/** Reads every confirmed file anew, as at the instant of its confirmation. */
export async function checkActionFiles(db: Db): Promise<readonly Breach[]> {
  const files = await db.read((tx) => listActionFileRows(tx, 0))
  const unannounced = await db.read((tx) => tx.run(UNANNOUNCED, []))
  const wrong = [
    ...files.filter(({ seats }) => seats < 2).map(({ id, seats }) => [id, `confirmed by ${seats} seats`]),
    ...unannounced.map(({ file, sha256, announced }) => [
      file,
      `its hash is ${sha256 ?? 'gone'}, and ${announced ?? 'none'} was announced with it`,
    ]),
    ...announcements(files).broken.map(({ file, line, ...fault }) => [file, `line ${line}: ${sayFirstError(fault)}`]),
  ] as const
  if (wrong.length === 0) return []
  const rows = wrong.map(([cause = null, differs = '']) => ({
    customer: null,
    number: null,
    causeKind: 'publication',
    cause,
    differs,
  }))
  const [code, law] = ['action_files', ACTION_FILE_LAWS.action_files]
  return [{ code, law, cases: rows.length, rows: rows.slice(0, NAMED_MOST) }]
}
