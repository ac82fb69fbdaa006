import type { Amount } from '@lonja/core/base/amount'
import { BYTE_ORDER_MARK, guardedCell } from '@lonja/core/base/cells'
import { customerNumber } from '@lonja/core/base/numbers'
import { csvLines } from '../base/csv.ts'
import { recordAct } from '../audit/audit.actions.ts'
import type { Db } from '../database/db.ts'
import { onStaffFile } from '../door/serve.files.ts'
import type { Route } from '../door/serve.ts'
import {
  narrowedFor,
  pageOfQueue,
  queueRowsFor,
  type Asking,
  type NarrowedQueue,
  type QueueRow,
  type Queues,
} from './queue.actions.ts'
import type { QueueCursor } from './queue.store.ts'

const PIECE = 200
const CSV = 'text/csv; charset=utf-8'
const COLUMNS = [
  ...['number', 'kind', 'state', 'customer', 'amount', 'asset', 'eur', 'opened', 'due', 'late', 'ended'],
  ...['seat', 'opinions', 'reason', 'act', 'subject'],
]

/** The file of a queue: every row that the filters leave, masked as in the list. The export is an act of the seat. */
export const queueExportRoutes = (queues: Queues): Route[] => [
  onStaffFile(queues.calls.exportQueue, async ({ tx, now, seat, language }, { db }, input) => {
    const queue = await narrowedFor(tx, queues, input, { seat, now })
    const detail = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]))
    await recordAct(tx, { customer: null, seat, act: 'queue_exported', about: null, detail, at: now })
    const name = `lonja-${input.kind ?? 'queues'}-${new Date(now).toISOString().slice(0, 10)}.csv`
    return { file: { name, type: CSV, pieces: piecesOf(db, queues, queue, { seat, now, language }) } }
  }),
]

/** The head alone for a seat whose roles read none of it. */
async function* piecesOf(
  db: Db,
  queues: Queues,
  queue: NarrowedQueue | null,
  asking: Asking,
): AsyncGenerator<Uint8Array> {
  const { language } = asking
  yield Buffer.from(BYTE_ORDER_MARK)
  yield csvLines(language, [COLUMNS])
  let after: QueueCursor | null = null
  while (queue !== null) {
    const page: { rows: QueueRow[]; next: QueueCursor | null } = await pieceAfter(db, queues, { queue, after }, asking)
    if (page.rows.length > 0) yield csvLines(language, page.rows.map(cellsOf))
    if (page.next === null) return
    after = page.next
  }
}

const pieceAfter = (
  db: Db,
  queues: Queues,
  { queue, after }: { queue: NarrowedQueue; after: QueueCursor | null },
  asking: Asking,
) =>
  db.read(async (tx) => {
    const listed = await pageOfQueue(tx, queue, { after, most: PIECE })
    const reviews = listed.map(({ review }) => review)
    const next = listed.length < PIECE ? null : (listed.at(-1)?.place ?? null)
    return { rows: await queueRowsFor(tx, queues, reviews, asking), next }
  })

const timeIn = (at: number | null): string => (at === null ? '' : new Date(at).toISOString())
const centsText = (units: bigint): string => `${units / 100n}.${String(units % 100n).padStart(2, '0')}`
const amountText = ({ asset, units }: Amount): string => (asset.includes(':') ? String(units) : centsText(units))

function cellsOf(row: QueueRow): string[] {
  const { number, kind, state, customer, about, amount, eur } = row
  const { openedAt, dueAt, late, endedAt, holder, opinions, reason } = row
  const money = [amount === null ? '' : amountText(amount), amount?.asset ?? '', eur === null ? '' : centsText(eur)]
  const times = [timeIn(openedAt), timeIn(dueAt), late ? 'yes' : 'no', timeIn(endedAt)]
  const people = [
    holder === null ? '' : String(holder.seat.number),
    opinions.map(({ opinion, seat }) => `${seat.number} ${opinion}`).join('; '),
    reason?.code ?? '',
  ]
  const who = customer === null ? '' : customerNumber(customer.id)
  return [number, kind, state, who, ...money, ...times, ...people, about?.act ?? '', about?.name ?? ''].map(guardedCell)
}
