import { readFileSync } from 'node:fs'
import type { Server } from 'node:net'
import { MINUTE } from '@lonja/core/base/instant'
import type { Log } from '../base/log.ts'
import { networkOf, surroundingsOf } from './network.ts'

/** The most connections of callers. */
export interface CrowdLimits {
  /** The most of one address, sockets of the stream among them. A whole school may share an address. */
  readonly ofAnAddress: number
  /** The most of all together; null for no limit. */
  readonly all: number | null
}

/** File handles that callers never take: for the database, the files and the calls to other hosts. */
const OWN_HANDLES = 100
const SMALL = 2 * OWN_HANDLES

/**
 * The connections of callers that the file handles of this process leave room for; null where the system does not tell.
 * Above the limit of the process the system would cut connections without a word, and the house could open no file.
 */
export function connectionsByHandles(limits = limitsOfProcess()): number | null {
  const most = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1])
  if (Number.isNaN(most)) return null
  return most > SMALL ? most - OWN_HANDLES : Math.floor(most / 2)
}

/** Linux tells the limits of a process in a file. */
function limitsOfProcess(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}

/**
 * Bounds the connections of a server: all of them, and those of one address. A trusted proxy has the connections of many
 * callers, so it has no bound of its own. A connection above a bound is closed at once, and the log says so once a
 * minute.
 */
export function boundCrowd(server: Server, limits: CrowdLimits, isProxy: (address: string) => boolean, log: Log): void {
  const open = new Map<string, number>()
  const say = onceAMinute()
  if (limits.all !== null) server.maxConnections = limits.all
  server.on('drop', () => say('all', () => log.error({ connections: limits.all }, FULL)))
  server.on('connection', (socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isProxy(remoteAddress)) return
    const from = networkOf(remoteAddress)
    const count = (open.get(from) ?? 0) + 1
    if (count > limits.ofAnAddress) {
      say(from, () => log.warn({ from: surroundingsOf(remoteAddress), connections: limits.ofAnAddress }, CROWDED))
      socket.destroy()
      return
    }
    open.set(from, count)
    socket.once('close', () => {
      const left = (open.get(from) ?? 1) - 1
      if (left > 0) open.set(from, left)
      else open.delete(from)
    })
  })
}

const FULL =
  'no more connections are taken: callers use all file handles but those of the house itself; raise the limit of the process (LimitNOFILE= of systemd, --ulimit nofile= of a container, ulimit -n of a shell)'
const CROWDED =
  'an address has too many connections, and more are closed at once; if it is a proxy of yours, name it in TRUST_PROXY'

/** Says each thing at most once a minute. */
function onceAMinute(): (about: string, say: () => void) => void {
  const lastAt = new Map<string, number>()
  return (about, say) => {
    const now = performance.now()
    if (now - (lastAt.get(about) ?? -Infinity) < MINUTE) return
    for (const [each, at] of lastAt) if (now - at >= MINUTE) lastAt.delete(each)
    lastAt.set(about, now)
    say()
  }
}
