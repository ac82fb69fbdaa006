import { connect } from 'node:net'

/** An answer: its status and body. */
export interface HttpAnswer {
  readonly status: number
  readonly body: string
}

/**
 * One connection that sends a request and waits for the answer, in a loop. It handles no more of HTTP than that needs
 * and allocates nothing per request, because the client's processor time is lost to the house.
 */
export interface Asker {
  /** Send a request in wire form; `hear` is called once, with the whole answer. One at a time. */
  ask(request: string, hear: (answered: HttpAnswer) => void): void
  close(): void
}

/** `lost` is called if the connection ends before an answer. */
export async function openAsker(address: string, lost: () => void): Promise<Asker> {
  const { hostname, port } = new URL(address)
  let heard = ''
  let waiting: ((answered: HttpAnswer) => void) | null = null
  const take = (length: number, bytes: Uint8Array): boolean => {
    heard += (bytes as Buffer).toString('latin1', 0, length)
    const answered = answerIn(heard)
    if (!answered) return true
    const hear = waiting
    heard = ''
    waiting = null
    hear?.(answered)
    return true
  }
  const socket = connect({
    host: hostname,
    port: Number(port),
    noDelay: true,
    onread: { buffer: Buffer.alloc(READ_BYTES), callback: take },
  })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  socket.on('close', () => waiting && lost())
  return {
    ask: (request, hear) => {
      waiting = hear
      socket.write(request, 'latin1')
    },
    close: () => socket.destroy(),
  }
}

const READ_BYTES = 4_096
const LENGTH = '\r\ncontent-length: '
const END = '\r\n\r\n'

/** The answer, once all of it has arrived. */
function answerIn(heard: string): HttpAnswer | null {
  const end = heard.indexOf(END)
  if (end < 0) return null
  const at = heard.toLowerCase().indexOf(LENGTH)
  if (at < 0 || at > end) throw new Error(`An answer of unknown length: ${heard}`)
  const from = end + END.length
  const length = Number.parseInt(heard.slice(at + LENGTH.length, at + LENGTH.length + 8), 10)
  return heard.length < from + length ? null : { status: Number(heard.slice(9, 12)), body: heard.slice(from) }
}

/** A POST in wire form. The body is plain ASCII. */
export const postOf = (path: string, token: string, body: string): string =>
  `POST ${path} HTTP/1.1\r\nhost: bench\r\ntoken: ${token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
