import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { isOwnMachine } from '../base/own-machine.ts'

/**
 * True if a socket may be opened by this sender: a program, which names no origin, or a page of this house. A page is of
 * this house if it comes from its public address, or from the very host that the request names. A host's name can be
 * pointed at any machine, so where the public address is known no other name counts, and only addresses do.
 */
export function isOwnPage(headers: IncomingHttpHeaders, publicUrl: string | null): boolean {
  const { origin, host } = headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const page = new URL(origin)
  if (publicUrl !== null && page.origin === new URL(publicUrl).origin) return true
  const hosts = [host, firstOf(headers['x-forwarded-host'])]
  if (!hosts.some((name) => name !== undefined && hostOf(page.protocol, name) === page.host)) return false
  return publicUrl === null || isFixed(page.hostname)
}

/** The host that a proxy was asked for. A page cannot set this header for a socket. */
const firstOf = (forwarded: string | string[] | undefined): string | undefined =>
  (typeof forwarded === 'string' ? forwarded : forwarded?.[0])?.split(',')[0]?.trim()

/** The host with its port, but for the protocol's own port. */
function hostOf(protocol: string, name: string): string | null {
  const url = `${protocol}//${name}`
  return URL.canParse(url) ? new URL(url).host : null
}

/** True for a host that no name server decides. */
const isFixed = (hostname: string): boolean => isOwnMachine(hostname) || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
