import pg from 'pg'
import type { Cells, Packed, Sent, Statement } from './statement.ts'
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

/** The part of pg's connection that a trip writes to. */
interface Wire {
  readonly stream: { write(bytes: Buffer): void; destroy(): void }
}

export const connectionOf = (client: pg.Client): Wire => (client as unknown as { connection: Wire }).connection

type Heard = (error: Error | null, rows: Cells[][]) => void

/**
 * Several statements between two syncs: one write, one answer, and what follows a failed one is skipped. A class, because
 * that is what pg's client takes: it hands the messages of the answer to these methods.
 */
export class Trip extends pg.Query {
  readonly #sent: readonly Sent[]
  readonly #known: Set<string>
  readonly #heard: Heard
  readonly #rows: Cells[][]
  #at = 0

  constructor(sent: readonly Sent[], known: Set<string>, heard: Heard) {
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

/** The messages of a trip: each statement's Parse where the session does not know it yet, its Bind and Execute; one Sync. */
function packetFor(sent: readonly Sent[], known: ReadonlySet<string>): Buffer {
  const fresh = new Set<string>()
  beginPacket()
  for (const { statement, values } of sent) {
    const { name } = statement
    if (!known.has(name) && !fresh.has(name)) putParse(statement)
    fresh.add(name)
    putBind(name, values)
    putMessage(EXECUTE, () => {
      putByte(0) // the nameless portal
      putInt32(0) // all its rows
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
    putInt16(0) // types as the text says
  })

const isPacked = (value: unknown): value is Packed => typeof value === 'object' && value !== null && 'put' in value
const isBinary = (value: unknown): boolean => isPacked(value) || value instanceof Buffer

const putBind = (name: string, values: readonly unknown[]): void =>
  putMessage(BIND, () => {
    putByte(0)
    putName(name)
    putInt16(values.length)
    for (const value of values) putInt16(isBinary(value) ? 1 : 0)
    putInt16(values.length)
    for (const value of values) putValue(value)
    putInt16(0) // answers as text
  })

/** What a trip's values may be: arrays that write themselves, bytes, texts, and numbers written as text. */
function putValue(value: unknown): void {
  if (value === null || value === undefined) return putInt32(-1)
  const start = place()
  putInt32(0)
  if (isPacked(value)) value.put()
  else if (value instanceof Buffer) putBytes(value)
  else putText(typeof value === 'string' ? value : (value as number | bigint | boolean).toString())
  setInt32(start, place() - start - 4)
}
