import pg from 'pg'
import type { Cells, PacketValue, BoundStatement, Statement } from './statement.ts'
import {
  beginPacket,
  endPacket,
  place,
  putByte,
  putBytes,
  putInt16,
  putInt32,
  putName,
  putText,
  setInt32,
} from './packet.ts'

/** The private part of pg's client that a trip writes to. `trip.test.ts` fails if a pg release changes it. */
interface Wire {
  readonly stream: { write(bytes: Buffer): void; destroy(): void }
}

export const connectionOf = (client: pg.Client): Wire => (client as unknown as { connection: Wire }).connection

type TripListener = (error: Error | null, rows: Cells[][]) => void

/**
 * Sends the statements through pg's public interface, each with its own sync, without waiting between them. It uses no
 * private part of pg, and costs more CPU on both sides. A failed statement aborts the transaction, so the commit after
 * it saves nothing.
 */
export async function sendPlain(client: pg.ClientBase, sent: readonly BoundStatement[]): Promise<Cells[][]> {
  const results = await Promise.all(
    sent.map(({ statement: { name, text }, values }) =>
      client.query<string[]>({ name, text, values: [...values], rowMode: 'array', types: AS_TEXT }),
    ),
  )
  return results.map(({ rows }) => rows)
}

const AS_TEXT = { getTypeParser: () => (cell: string) => cell } as pg.CustomTypesConfig

/**
 * Several statements before one sync: one write and one answer. The statements after a failed one are skipped. It is a
 * class because pg's client passes the messages of the answer to the methods of a query.
 */
export class Trip extends pg.Query {
  readonly #sent: readonly BoundStatement[]
  readonly #known: Set<string>
  readonly #heard: TripListener
  readonly #rows: Cells[][]
  #at = 0

  constructor(sent: readonly BoundStatement[], known: Set<string>, heard: TripListener) {
    super({ text: '' })
    this.#sent = sent
    this.#known = known
    this.#heard = heard
    this.#rows = sent.map(() => [])
  }

  override submit = (wire: unknown): void => {
    ;(wire as Wire).stream.write(packetFor(this.#sent, this.#known))
  }

  handleDataRow({ fields }: { fields: Cells }): void {
    this.#rows[this.#at]?.push(fields)
  }

  handleCommandComplete(): void {
    this.#at += 1
  }

  handleReadyForQuery(): void {
    for (const { statement } of this.#sent) this.#known.add(statement.name)
    this.#heard(null, this.#rows)
  }

  handleError(error: Error): void {
    this.#heard(error, [])
  }
}

const PARSE = 80
const BIND = 66
const EXECUTE = 69
const SYNC = 83

/**
 * The messages of a trip: for each statement Parse, if the session does not know it yet, then Bind and Execute; one
 * Sync.
 */
function packetFor(sent: readonly BoundStatement[], known: ReadonlySet<string>): Buffer {
  const fresh = new Set<string>()
  beginPacket()
  for (const { statement, values } of sent) {
    const { name } = statement
    if (!known.has(name) && !fresh.has(name)) putParse(statement)
    fresh.add(name)
    putBind(name, values)
    putMessage(EXECUTE, () => {
      putByte(0) // the unnamed portal
      putInt32(0) // all rows
    })
  }
  putMessage(SYNC, () => {})
  return endPacket()
}

function putMessage(kind: number, body: () => void): void {
  putByte(kind)
  const start = place()
  putInt32(0)
  body()
  setInt32(start, place() - start)
}

const putParse = ({ name, text }: Statement): void =>
  putMessage(PARSE, () => {
    putName(name)
    putName(text)
    putInt16(0) // parameter types come from the text
  })

const isPacked = (value: unknown): value is PacketValue => typeof value === 'object' && value !== null && 'put' in value
const isBinary = (value: unknown): boolean => isPacked(value) || value instanceof Buffer

const putBind = (name: string, values: readonly unknown[]): void =>
  putMessage(BIND, () => {
    putByte(0)
    putName(name)
    putInt16(values.length)
    for (const value of values) putInt16(isBinary(value) ? 1 : 0)
    putInt16(values.length)
    for (const value of values) putValue(value)
    putInt16(0) // results as text
  })

/** Writes a value of a trip: an array that writes itself, bytes, a text, or a number as text. */
function putValue(value: unknown): void {
  if (value === null || value === undefined) return putInt32(-1)
  const start = place()
  putInt32(0)
  if (isPacked(value)) value.put()
  else if (value instanceof Buffer) putBytes(value)
  else putText(typeof value === 'string' ? value : (value as number | bigint | boolean).toString())
  setInt32(start, place() - start - 4)
}
