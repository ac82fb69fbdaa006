import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

/** The proxies whose word counts: none, all, a number of them in front of the house, or their addresses. */
export type Proxies = boolean | number | string[]

/** Whether the word of an address counts. `hop` is its distance from the house. */
export function trusts(proxies: Proxies): (address: string, hop: number) => boolean {
  if (typeof proxies === 'boolean') return () => proxies
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies
  return proxyAddr.compile(proxies)
}

/** The address that a request comes from, by the same rule for calls and for the stream. */
export const addressOf = (request: IncomingMessage, proxies: Proxies): string | undefined =>
  proxyAddr(request, trusts(proxies))
