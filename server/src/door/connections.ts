import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { SECOND } from '@lonja/core/base/instant'

/** How a door that closes lets go of who is connected. */
export interface Parting {
  /** Who asks nothing is let go after this: a goodbye reaches them, and a request that is just arriving still counts. */
  readonly quietMs: number
  /** Whoever is not answered by then, or does not take the answer, is cut off: longer than the longest call. */
  readonly mostMs: number
}

export const PARTING: Parting = { quietMs: SECOND, mostMs: 22 * SECOND }

const LOOK_MS = 50

/**
 * Who is connected to a server, and how many answers each waits for. A server that closes waits for its last connection, and from then
 * on sets none of its time limits any more: a browser that opened one to have it at hand, who sends half a request, who does not take
 * the answer, or who keeps a half of a connection after the goodbye would hold it up for as long as they like.
 */
export function connectionsOf(server: Server, { quietMs, mostMs }: Parting): { part(): void } {
  const waitsFor = new Map<Socket, number>()
  const count = (socket: Socket, change: number): void => {
    const before = waitsFor.get(socket)
    if (before !== undefined) waitsFor.set(socket, before + change)
  }
  server.on('connection', (socket: Socket) => {
    waitsFor.set(socket, 0)
    socket.once('close', () => waitsFor.delete(socket))
  })
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    count(socket, 1)
    response.once('close', () => count(socket, -1))
  })
  return {
    part: () => {
      const began = performance.now()
      const look = setInterval(() => {
        const lasted = performance.now() - began
        for (const [socket, answers] of waitsFor) {
          if (lasted >= mostMs || (lasted >= quietMs && answers === 0)) socket.destroy()
        }
        if (waitsFor.size === 0 && !server.listening) clearInterval(look)
      }, LOOK_MS)
      look.unref()
    },
  }
}
