import { isIPv4, isIPv6 } from 'node:net'

/** Which addresses are of the public internet: whatever is not said to be is refused. Sources: IANA's special-purpose registries. */

const NOT_PUBLIC_4: readonly (readonly [base: string, bits: number])[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // a provider's own
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, and where clouds tell secrets
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocols
  ['192.0.2.0', 24], // documents
  ['192.88.99.0', 24], // relays of 6to4
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documents
  ['203.0.113.0', 24], // documents
  ['224.0.0.0', 3], // many at once, reserved, everybody
]

const numberOf = (address: string): number => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
const within = (address: number, [base, bits]: readonly [string, number]): boolean =>
  Math.floor(address / 2 ** (32 - bits)) === Math.floor(numberOf(base) / 2 ** (32 - bits))

const isPublic4 = (address: string): boolean => NOT_PUBLIC_4.every((block) => !within(numberOf(address), block))

/** The eight groups of an IPv6 address; a scope is not of it. */
function groupsOf(address: string): number[] {
  const [plain = ''] = address.split('%')
  const four = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(plain)
  const dotted = four ? numberOf(four[2] ?? '') : 0
  const text = four ? `${four[1]}${(dotted >>> 16).toString(16)}:${(dotted & 0xffff).toString(16)}` : plain
  const [head = '', tail] = text.split('::')
  const groups = (part: string): number[] => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)))
  const [before, after] = [groups(head), groups(tail ?? '')]
  return tail === undefined ? before : [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

/** Of IPv6 only what is given out to the world (2000::/3) is public, without what stands in it for another address or for documents. */
function isPublic6(address: string): boolean {
  const [first = 0, second = 0] = groupsOf(address)
  if (first < 0x2000 || first > 0x3fff) return false
  if (first === 0x2001 && second < 0x200) return false // protocols, among them Teredo, which hides an IPv4 address
  if (first === 0x2001 && second === 0xdb8) return false // documents
  if (first === 0x2002) return false // 6to4, which hides an IPv4 address
  return !(first === 0x3fff && second < 0x1000) // documents
}

/** Whether an IP address is one of the public internet. Anything that is no IP address is not. */
export const isPublicAddress = (address: string): boolean =>
  isIPv4(address) ? isPublic4(address) : isIPv6(address) && isPublic6(address)
