import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
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

/** Listens for supervisors alone, and returns the address. */
export async function listenForSupervisors(server: Server, address: Address): Promise<string> {
  server.listen(address)
  await once(server, 'listening').catch(refuseAddress(address, 'METRICS_'))
  return addressFor(address.host, (server.address() as AddressInfo).port)
}

/** Listens for a moment on each address of the house, before anything is made: a port in use must not leave a half-made house behind. */
export async function checkAddresses(config: Pick<Config, 'host' | 'port' | 'metrics'>): Promise<void> {
  await checkAddress(config)
  if (config.metrics) await checkAddress(config.metrics, 'METRICS_')
}

async function checkAddress({ host, port }: Address, settings?: 'METRICS_'): Promise<void> {
  const server = createServer().listen({ host, port })
  await once(server, 'listening').catch(refuseAddress({ host, port }, settings))
  server.close()
  await once(server, 'close')
}

const refuseAddress =
  ({ host, port }: Address, settings: '' | 'METRICS_' = '') =>
  (error: unknown): never => {
    const { code } = error as NodeJS.ErrnoException
    const remedy = LISTENING[code ?? '']
    if (!remedy) throw error
    const named = remedy.replace(/PORT|HOST/, (name) => settings + name)
    throw new CannotOpen(`${host}:${port} cannot be listened on (${code}): ${named}.`, { cause: error })
  }

const LISTENING: Partial<Record<string, string>> = {
  EADDRINUSE: 'another program has it; stop that, or set PORT to another one',
  EACCES: 'this user may not; set PORT to one from 1024 on',
  EADDRNOTAVAIL: 'this machine has no such address; set HOST to one that it has',
  ENOTFOUND: 'there is no such name; set HOST to an address of this machine',
}
