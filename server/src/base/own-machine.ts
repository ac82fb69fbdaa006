import { isIP } from 'node:net'

/** True for a loopback address: a connection from it comes from this machine. An IPv4 address may be mapped to IPv6. */
export function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'))
}

/**
 * True for a host's name that is always this machine: a loopback address, with or without the brackets of an address in a URL,
 * and `localhost` with the names below it, which nobody can point at another machine (RFC 6761).
 */
export function isOwnMachine(hostname: string): boolean {
  const plain = hostname.toLowerCase().replace(/^\[(.*)\]$/, '$1')
  return plain === 'localhost' || plain.endsWith('.localhost') || isLoopback(plain)
}
