import { stringify } from 'csv-stringify/sync'
import { exportAudit, type listAudit } from '@lonja/core/audit/audit.contract'
import { detailText, type Act } from '@lonja/core/audit/audit.rules'
import { BYTE_ORDER_MARK, delimiterFor, guardedCell } from '@lonja/core/base/cells'
import type { InputOf } from '@lonja/core/base/contract'
import type { CustomerId, SeatId } from '@lonja/core/base/ids'
import type { Language } from '@lonja/core/base/language'
import { recordNumber } from '@lonja/core/base/numbers'
import { newId } from '../base/ids.ts'
import type { Db, Tx } from '../database/db.ts'
import { onStaffFile } from '../door/serve.files.ts'
import type { Route } from '../door/serve.ts'
import { recordAct } from './audit.actions.ts'
import { reasonWords } from './audit.replies.ts'
import { listActs, type ActsFilter } from './audit.store.ts'

/** From the composition root: the seat and the customers that a number names. */
export interface Numbered {
  readonly seat: (tx: Tx, number: number) => Promise<SeatId | null>
  /** By the last six digits of the id. */
  readonly customers: (tx: Tx, idEnd: string) => Promise<CustomerId[]>
}

type Filter = Omit<InputOf<typeof listAudit>, 'cursor' | 'limit'>

/** The filter of a list or an export; null if it names a seat or an account that nobody has, so that it leaves no row. */
export async function filterFor(
  tx: Tx,
  numbered: Numbered,
  { seat, seatNumber, customer, account, act, from, to }: Filter,
): Promise<ActsFilter | null> {
  const seats = [seat, seatNumber === undefined ? undefined : await numbered.seat(tx, seatNumber)]
  const named = account === undefined ? undefined : await numbered.customers(tx, account.slice(-6).toLowerCase())
  const wanted = customer === undefined ? named : (named ?? [customer]).filter((one) => one === customer)
  const given = seats.filter((one) => one !== undefined)
  const [chain = null] = given
  if (given.some((one) => one === null || one !== chain) || wanted?.length === 0) return null
  const customers = wanted ?? null
  const chains = chain === null ? customers : [chain]
  return { chains, act: act ?? null, customers: chain === null ? null : customers, from: from ?? null, to: to ?? null }
}

const PIECE = 500
const ACCOUNT = { mark: 'L', numberIn: 'digits' } as const
const COLUMNS = ['at', 'act', 'seat', 'role', 'account', 'customer', 'about', 'about_id', 'reason', 'detail']

/** The rows that the filters leave, page by page. The act of the export itself is later than all of them. */
export const exportRoute = (numbered: Numbered): Route =>
  onStaffFile(exportAudit, async ({ tx, now, seat, language }, { db }, input) => {
    const filter = await filterFor(tx, numbered, input)
    const until = newId()
    const detail = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]))
    await recordAct(tx, { customer: null, seat, act: 'audit_exported', about: null, detail, at: now })
    const pieces = filter === null ? onlyHead(language) : piecesOf(db, filter, until, language)
    return { file: { name: `lonja-audit-${new Date(now).toISOString().slice(0, 10)}.csv`, type: CSV, pieces } }
  })

const CSV = 'text/csv; charset=utf-8'

const linesFor = (language: Language, rows: readonly (readonly string[])[]): Uint8Array =>
  Buffer.from(stringify(rows as string[][], { delimiter: delimiterFor(language), record_delimiter: '\r\n' }))

async function* onlyHead(language: Language): AsyncGenerator<Uint8Array> {
  yield Buffer.from(BYTE_ORDER_MARK)
  yield linesFor(language, [COLUMNS])
}

async function* piecesOf(db: Db, filter: ActsFilter, until: string, language: Language): AsyncGenerator<Uint8Array> {
  yield* onlyHead(language)
  let before = until
  for (;;) {
    const acts = await db.read((tx) => listActs(tx, filter, { before, most: PIECE }))
    if (acts.length > 0)
      yield linesFor(
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
    customer === null ? '' : recordNumber(ACCOUNT, customer),
    customer ?? '',
  ]
  const what = [about?.kind ?? '', about?.id ?? '', reasonWords(language, act) ?? '', detailText(detail)]
  return [new Date(at).toISOString(), act.act, ...who, ...what].map(guardedCell)
}
