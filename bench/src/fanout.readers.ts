import WebSocket from 'ws'
import type { ListingId } from '@lonja/core/base/amount'

/**
 * A thousand browsers in a process of their own, so that what they cost is not counted to the server. Told by the parent to
 * connect, to say what came so far, and to go.
 */

export interface Connect {
  readonly url: string
  /** What each socket follows; a bare broadcast takes none. */
  readonly follows: readonly (readonly ListingId[])[]
  readonly greets: boolean
}

export type ToReaders = { readonly connect: Connect } | 'count' | 'leave'
export interface FromReaders {
  readonly frames: number
  readonly bytes: number
}

let sockets: WebSocket[] = []
let frames = 0
let bytes = 0

function connect({ url, follows, greets }: Connect): Promise<unknown> {
  const opened = follows.map(
    (listings) =>
      new Promise<void>((resolve, reject) => {
        const socket = new WebSocket(url, { perMessageDeflate: false })
        sockets.push(socket)
        socket.on('error', reject)
        socket.on('message', (data: Buffer, isBinary: boolean) => {
          if (!isBinary) return
          frames++
          bytes += data.length
        })
        socket.on('open', () => {
          if (greets) {
            socket.send(JSON.stringify({ type: 'hello' }))
            socket.send(JSON.stringify({ type: 'follow', listings }))
          }
          resolve()
        })
      }),
  )
  return Promise.all(opened)
}

process.on('message', (message: ToReaders) => {
  const answer = (): void => void process.send?.({ frames, bytes } satisfies FromReaders)
  if (message === 'count') return answer()
  if (message === 'leave') {
    for (const socket of sockets) socket.terminate()
    sockets = []
    return answer()
  }
  void connect(message.connect).then(answer)
})
