import type { IncomingMessage } from 'node:http'
import { isLoopback, isOwnMachine } from '../base/own-machine.ts'
import type { Readiness } from './readiness.ts'
import type { Metrics } from './metrics.ts'

/** The answer to a supervisor. */
export interface MonitoringAnswer {
  readonly status: number
  readonly type: string
  readonly body: string
}

export interface MonitoringParts {
  readonly readiness: Readiness
  readonly metrics: Metrics
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** The addresses that supervisors ask, with their answers. */
export const MONITORING: Readonly<Record<string, (parts: MonitoringParts) => Promise<MonitoringAnswer>>> = {
  // An answer alone says that the event loop runs.
  '/healthz': () => Promise.resolve({ status: 200, type: JSON_TYPE, body: '{"alive":true}' }),
  '/readyz': async ({ readiness }) => {
    const waits = (await readiness.ask()).map((waiting) => ({
      ...waiting,
      since: new Date(waiting.since).toISOString(),
    }))
    return waits.length === 0
      ? { status: 200, type: JSON_TYPE, body: '{"ready":true}' }
      : { status: 503, type: JSON_TYPE, body: JSON.stringify({ ready: false, waits }) }
  },
  '/metrics': async ({ metrics }) => ({ status: 200, type: metrics.type, body: await metrics.text() }),
}

/** Headers that a proxy adds. */
const FORWARDED = /^(forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/

/**
 * True for a program of this machine that asks without a proxy: the connection comes from this machine, the request
 * names this machine, and no proxy has added its header. A page that had its name pointed here names another host.
 */
export const isFromThisMachine = ({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean =>
  isLoopback(socket.remoteAddress ?? '') &&
  isOwnMachine((headers.host ?? '').replace(/:\d+$/, '')) &&
  !Object.keys(headers).some((name) => FORWARDED.test(name))
