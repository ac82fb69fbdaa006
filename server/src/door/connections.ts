import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { SECOND } from '@lonja/core/base/instant'

/** The time limits by which a closing server ends its connections. */
export interface CloseTimeouts {
  /**
   * An idle connection is closed after this. Until then it can receive a last message, and a request that is arriving
   * still counts.
   */
  readonly quietMs: number
  /**
   * A connection still waiting for an answer, or not reading it, is closed after this: longer than the longest call.
   */
  readonly mostMs: number
}

export const PARTING: CloseTimeouts = { quietMs: SECOND, mostMs: 22 * SECOND }

const LOOK_MS = 50

/**
 * Tracks the open connections of a server, and how many answers each waits for. A closing Node server waits for its
 * last connection and no longer applies its time limits. A connection could then delay the end for ever: one that a
 * browser opened in advance, one with half a request, one that does not read its answer, or one that stays half open.
 * `part` starts to close them by the limits.
 */
export function connectionsOf(server: Server, { quietMs, mostMs }: CloseTimeouts): { part(): void } {
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
