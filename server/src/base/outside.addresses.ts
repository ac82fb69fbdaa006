import { isIPv4, isIPv6 } from 'node:net'

/**
 * Decides which addresses are of the public internet. All others are refused. Sources: IANA's special-purpose
 * registries, and Azure's documentation for its one address outside of them.
 */

const NOT_PUBLIC_4: readonly (readonly [base: string, bits: number])[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // a cloud's own services, which answer each machine in it; in no registry
  ['169.254.0.0', 16], // link-local, with the metadata services of clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarking
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 3], // multicast, reserved, broadcast
]

const numberOf = (address: string): number => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
const within = (address: number, [base, bits]: readonly [string, number]): boolean =>
  Math.floor(address / 2 ** (32 - bits)) === Math.floor(numberOf(base) / 2 ** (32 - bits))

const isPublic4 = (address: string): boolean => NOT_PUBLIC_4.every((block) => !within(numberOf(address), block))

/** The eight groups of an IPv6 address, without its scope. */
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

/**
 * Only global unicast IPv6 (2000::/3) is public, without ranges that embed another address and ranges for
 * documentation.
 */
function isPublic6(address: string): boolean {
  const [first = 0, second = 0] = groupsOf(address)
  if (first < 0x2000 || first > 0x3fff) return false
  if (first === 0x2001 && second < 0x200) return false // protocol assignments, among them Teredo, which embeds an IPv4 address
  if (first === 0x2001 && second === 0xdb8) return false // documentation
  if (first === 0x2002) return false // 6to4, which embeds an IPv4 address
  return !(first === 0x3fff && second < 0x1000) // documentation
}

/** True for an IP address of the public internet. False for any text that is not an IP address. */
export const isPublicAddress = (address: string): boolean =>
  isIPv4(address) ? isPublic4(address) : isIPv6(address) && isPublic6(address)
