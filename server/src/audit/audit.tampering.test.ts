import { expect, test } from 'vitest'
import { aCustomer, aSeat } from '@lonja/core/base/ids.testing'
import { checkChain, type StoredHead, type StoredRow } from '@lonja/core/audit/audit.check'
import { chainsOf, headAfter, NO_HEAD, type Act } from '@lonja/core/audit/audit.rules'
import { newId } from '../base/ids.ts'
import { dice } from '../testing/fuzz.dice.ts'

/** A stored chain of `length` acts. */
function chainOf(length: number, chance: ReturnType<typeof dice>): StoredRow[] {
  const rows: StoredRow[] = []
  const chain = newId()
  let head = NO_HEAD
  for (let n = 0; n < length; n += 1) rows.push(next(chain, (head = keep(chain, head, n, chance, rows)), rows))
  return rows
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const acts = new WeakMap<StoredRow[], Act[]>()

function keep(chain: string, before: typeof NO_HEAD, n: number, chance: ReturnType<typeof dice>, rows: StoredRow[]) {
  const act: Act = {
    id: newId(),
    act: chance.pick(['decided', 'viewed_customer', 'signed_in']),
    customer: aCustomer(chain),
    seat: chance.once(50) ? { id: newId(), number: 1 + chance.below(9), role: 'treasurer' as const } : null,
    about: chance.once(50) ? { kind: 'deposit', id: newId() } : null,
    detail: { amount: `${n}.00`, ñ: '备 "x" \\', b: chance.once(50) },
    at: 1_000 + n,
  }
  expect(chainsOf(act)).toContain(chain)
  acts.set(rows, [...(acts.get(rows) ?? []), act])
  return headAfter(chain, before, act)
}

function next(chain: string, head: typeof NO_HEAD, rows: StoredRow[]): StoredRow {
  const act = acts.get(rows)?.at(-1) as Act
  const detail = JSON.stringify(Object.fromEntries(Object.entries(act.detail).sort(([a], [b]) => (a < b ? -1 : 1))))
  const previous = rows.at(-1)?.hash ?? hex(NO_HEAD.hash)
  return {
    chain,
    n: head.n,
    id: act.id,
    act: act.act,
    customer: act.customer,
    seat: act.seat?.id ?? null,
    detail,
    seatNumber: act.seat?.number ?? null,
    role: act.seat?.role ?? null,
    aboutKind: act.about?.kind ?? null,
    aboutId: act.about?.id ?? null,
    at: act.at,
    previous,
    hash: hex(head.hash),
  }
}

/** Changes one row and recomputes every hash from there on, as somebody with write access to the database could. */
function recomputed(rows: readonly StoredRow[], from: number, changed: StoredRow): StoredRow[] {
  let before = { n: from, hash: Buffer.from(changed.previous, 'hex') as Uint8Array }
  return rows.map((row, at) => {
    if (at < from) return row
    const act = at === from ? changed : row
    const { seat, seatNumber, role, aboutKind, aboutId } = act
    const previous = hex(before.hash)
    before = headAfter(act.chain, before, {
      id: act.id,
      act: act.act,
      customer: act.customer === null ? null : aCustomer(act.customer),
      at: act.at,
      seat: seat && seatNumber ? { id: aSeat(seat), number: seatNumber, role: role as 'treasurer' } : null,
      about: aboutKind && aboutId ? { kind: aboutKind, id: aboutId } : null,
      detail: JSON.parse(act.detail) as Act['detail'],
    })
    return { ...act, previous, hash: hex(before.hash) }
  })
}

const headOf = (rows: readonly StoredRow[]): StoredHead | null => {
  const last = rows.at(-1)
  return last ? { chain: last.chain, n: last.n, hash: last.hash } : null
}

const TAMPERINGS = Number(process.env['LONJA_TAMPERINGS'] ?? 1_000)
const SEED = Number(process.env['LONJA_SEED'] ?? Date.now() % 1_000_000)
const WAYS = ['edit', 'delete', 'insert', 'swap', 'cut', 'recompute'] as const

test(`${TAMPERINGS} tamperings with the log, seed ${SEED}: all found, none where there is none`, () => {
  const chance = dice(SEED)
  const missed: string[] = []
  const count = Object.fromEntries(WAYS.map((way) => [way, 0])) as Record<(typeof WAYS)[number], number>
  for (let time = 0; time < TAMPERINGS; time += 1) {
    const rows = chainOf(2 + chance.below(8), chance)
    const chain = rows[0]?.chain as string
    const signed = [headOf(rows) as StoredHead, headOf(rows.slice(0, 1 + chance.below(rows.length))) as StoredHead]
    if (checkChain(chain, rows, headOf(rows), signed)) missed.push('a whole chain was called broken')
    const [way, at] = [chance.pick(WAYS), chance.below(rows.length)]
    const tampered = TAMPER[way](rows, at, chance)
    // Somebody who changes the rows can move the stored head with them, but not the signed one.
    if (!checkChain(chain, tampered, chance.once(50) ? headOf(tampered) : headOf(rows), signed)) missed.push(way)
    count[way] += 1
  }
  expect(missed).toEqual([])
  for (const way of WAYS) expect(count[way]).toBeGreaterThan(TAMPERINGS / 20)
})

type Tamper = (rows: readonly StoredRow[], at: number, chance: ReturnType<typeof dice>) => StoredRow[]
const edited = (row: StoredRow, chance: ReturnType<typeof dice>): StoredRow => ({
  ...row,
  ...chance.pick<Partial<StoredRow>>([
    { act: 'nothing_done' },
    { detail: '{"amount":"9.99"}' },
    { at: row.at + 1 },
    { customer: newId() },
    { seat: newId(), seatNumber: 99, role: 'admin' },
    { aboutKind: 'withdrawal', aboutId: newId() },
    { id: newId() },
  ]),
})
const TAMPER: Readonly<Record<(typeof WAYS)[number], Tamper>> = {
  edit: (rows, at, chance) => rows.map((row, n) => (n === at ? edited(row, chance) : row)),
  delete: (rows, at) => rows.filter((_row, n) => n !== at),
  insert: (rows, at) => rows.flatMap((row, n) => (n === at ? [row, { ...row, id: newId() }] : [row])),
  swap: (rows, at) => {
    const other = (at + 1) % rows.length
    const [one, two] = [rows[at] as StoredRow, rows[other] as StoredRow]
    return rows.map((row, n) => (n === at ? { ...two, n: one.n } : n === other ? { ...one, n: two.n } : row))
  },
  cut: (rows, at) => rows.slice(0, at),
  recompute: (rows, at, chance) => recomputed(rows, at, edited(rows[at] as StoredRow, chance)),
}
