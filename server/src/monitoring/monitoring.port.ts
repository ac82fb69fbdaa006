import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Log } from '../base/log.ts'
import { CLOSED_HEADERS } from '../door/headers.ts'
import { MONITORING, type MonitoringParts } from './monitoring.ts'

const REQUEST_MS = 10_000
/** Supervisors are few. */
const CONNECTIONS_MOST = 64

/** A server for supervisors alone. It answers from the first step of the opening until the house has closed. */
export function monitoringServer(parts: MonitoringParts, log: Log): Server {
  const server = createServer({ requestTimeout: REQUEST_MS }, (request, response) => {
    answer(parts, request, response).catch((err: unknown) => {
      log.error({ err }, 'a supervisor was not answered')
      response.destroy()
    })
  })
  server.maxConnections = CONNECTIONS_MOST
  return server
}

async function answer(parts: MonitoringParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '' } = request
  const path = url.split('?')[0] ?? ''
  const answerFor = Object.hasOwn(MONITORING, path) && ['GET', 'HEAD'].includes(method) ? MONITORING[path] : undefined
  const { status, type, body } = answerFor ? await answerFor(parts) : NOTHING
  const length = Buffer.byteLength(body)
  const about = { 'cache-control': 'no-store', 'content-type': type, 'content-length': length }
  response.writeHead(status, { ...CLOSED_HEADERS, ...about })
  response.end(method === 'HEAD' ? undefined : body)
}

const NOTHING = { status: 404, type: 'text/plain; charset=utf-8', body: 'Ask /healthz, /readyz or /metrics.\n' }
