import type { FastifyInstance } from 'fastify'
import { isFromThisMachine, MONITORING, type MonitoringParts } from './monitoring.ts'

/** Answers supervisors on the house's own port, from this machine alone. Everybody else finds nothing there. */
export const monitoringPages =
  (parts: MonitoringParts) =>
  (door: FastifyInstance): void => {
    for (const [path, answer] of Object.entries(MONITORING)) {
      door.get(path, async ({ raw }, reply) => {
        if (!isFromThisMachine(raw)) return reply.callNotFound()
        const { status, type, body } = await answer(parts)
        return reply.code(status).header('cache-control', 'no-store').type(type).send(body)
      })
    }
  }
