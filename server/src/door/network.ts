/** The groups of an IPv6 address that identify one network. The holder of one address of a /64 holds all of them. */
const GROUPS = 4

/**
 * The network by which an address is rate limited: an IPv4 address (also when it is written as IPv6), or the /64 of an
 * IPv6 address.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [plain = ''] = address.split('%')
  const [head = '', tail] = plain.split('::')
  const first = groupsIn(head)
  const last = groupsIn(tail ?? '')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length)
  const all = [...first, ...Array.from({ length: zeros }, () => '0'), ...last]
  return `${all.slice(0, GROUPS).join(':')}::/64`
}

/** The groups of a part of an IPv6 address, without leading zeros. */
const groupsIn = (part: string): string[] =>
  part === '' ? [] : part.split(':').map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))

/** The wider network of an address, for the log: enough to see a flood, too wide to be a person. */
export function surroundingsOf(address: string): string {
  const network = networkOf(address)
  if (!network.includes(':')) return `${network.split('.').slice(0, 3).join('.')}.0/24`
  return `${network.split(':').slice(0, 3).join(':')}::/48`
}
