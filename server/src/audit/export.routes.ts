import { exportAudit } from '@lonja/core/audit/audit.staff.contract'
import { detailText, type Act } from '@lonja/core/audit/audit.rules'
import { BYTE_ORDER_MARK, guardedCell } from '@lonja/core/base/cells'
import type { Language } from '@lonja/core/base/language'
import { customerNumber } from '@lonja/core/base/numbers'
import { csvLines } from '../base/csv.ts'
import { newId } from '../base/ids.ts'
import type { Db } from '../database/db.ts'
import { onStaffFile } from '../door/serve.files.ts'
import type { Route } from '../door/serve.ts'
import { recordAct } from './audit.actions.ts'
import { reasonWords } from './audit.replies.ts'
import { listActs, type ActsFilter } from './audit.store.ts'
import { filterFor, type NumberLookup } from './filters.actions.ts'

const PIECE = 500
const COLUMNS = ['at', 'act', 'seat', 'role', 'account', 'customer', 'about', 'about_id', 'reason', 'detail']

/** The file of the audit log: the rows that the filters leave, page by page. The act of the export itself is later than all of them. */
export const auditExportRoutes = (numbered: NumberLookup): Route[] => [
  onStaffFile(exportAudit, async ({ tx, now, seat, language }, { db }, input) => {
    const filter = await filterFor(tx, numbered, input)
    const until = newId()
    const detail = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]))
    await recordAct(tx, { customer: null, seat, act: 'audit_exported', about: null, detail, at: now })
    const pieces = filter === null ? onlyHead(language) : piecesOf(db, filter, until, language)
    return { file: { name: `lonja-audit-${new Date(now).toISOString().slice(0, 10)}.csv`, type: CSV, pieces } }
  }),
]

const CSV = 'text/csv; charset=utf-8'

async function* onlyHead(language: Language): AsyncGenerator<Uint8Array> {
  yield Buffer.from(BYTE_ORDER_MARK)
  yield csvLines(language, [COLUMNS])
}

async function* piecesOf(db: Db, filter: ActsFilter, until: string, language: Language): AsyncGenerator<Uint8Array> {
  yield* onlyHead(language)
  let before = until
  for (;;) {
    const acts = await db.read((tx) => listActs(tx, filter, { before, most: PIECE }))
    if (acts.length > 0)
      yield csvLines(
        language,
        acts.map((act) => cellsOf(language, act)),
      )
    const last = acts.at(-1)
    if (!last || acts.length < PIECE) return
    before = last.id
  }
}

function cellsOf(language: Language, act: Act): string[] {
  const { at, seat, customer, about, detail } = act
  const who = [
    seat === null ? '' : String(seat.number),
    seat?.role ?? '',
    customer === null ? '' : customerNumber(customer),
    customer ?? '',
  ]
  const what = [about?.kind ?? '', about?.id ?? '', reasonWords(language, act) ?? '', detailText(detail)]
  return [new Date(at).toISOString(), act.act, ...who, ...what].map(guardedCell)
}
