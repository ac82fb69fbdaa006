import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { CannotOpen } from '../base/cannot.ts'
import type { Config } from '../config/config.ts'
import { addressFor } from './console.ts'

type Address = Pick<Config, 'host' | 'port'>

/** Listens and returns the address. A failure to listen becomes one line with the remedy. */
export async function listen(door: FastifyInstance, { host, port }: Address): Promise<string> {
  await door.listen({ host, port }).catch(refuseAddress({ host, port }))
  return addressFor(host, (door.server.address() as AddressInfo).port)
}

/** Listens for a moment, before anything is made: a port in use must not leave a half-made house behind. */
export async function checkAddress({ host, port }: Address): Promise<void> {
  const server = createServer().listen({ host, port })
  await once(server, 'listening').catch(refuseAddress({ host, port }))
  server.close()
  await once(server, 'close')
}

const refuseAddress =
  ({ host, port }: Address) =>
  (error: unknown): never => {
    const { code } = error as NodeJS.ErrnoException
    const remedy = LISTENING[code ?? '']
    if (!remedy) throw error
    throw new CannotOpen(`${host}:${port} cannot be listened on (${code}): ${remedy}.`, { cause: error })
  }

const LISTENING: Partial<Record<string, string>> = {
  EADDRINUSE: 'another program has it; stop that, or set PORT to another one',
  EACCES: 'this user may not; set PORT to one from 1024 on',
  EADDRNOTAVAIL: 'this machine has no such address; set HOST to one that it has',
  ENOTFOUND: 'there is no such name; set HOST to an address of this machine',
}
