import { connect, type Socket } from 'node:net'

/** One connection that asks and waits, asks and waits: no more of HTTP than that needs, so that little of the machine goes to it. */
export interface Asker {
  /** The status and the body of an answer. */
  post(path: string, token: string, body: string): Promise<{ status: number; body: string }>
  close(): void
}

export async function openAsker(address: string): Promise<Asker> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname).setNoDelay(true)
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return {
    post: (path, token, body) => {
      const head = `POST ${path} HTTP/1.1\r\nhost: bench\r\ntoken: ${token}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`
      socket.write(head + body)
      return answerOf(socket)
    },
    close: () => socket.destroy(),
  }
}

function answerOf(socket: Socket): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    let heard = ''
    const hear = (chunk: Buffer): void => {
      heard += chunk.toString('latin1')
      const end = heard.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = Number(/content-length: (\d+)/i.exec(heard.slice(0, end))?.[1] ?? 0)
      if (heard.length < end + 4 + length) return
      socket.off('data', hear).off('close', lost)
      resolve({ status: Number(heard.slice(9, 12)), body: heard.slice(end + 4) })
    }
    const lost = (): void => reject(new Error('The connection ended before its answer.'))
    socket.on('data', hear).on('close', lost)
  })
}
