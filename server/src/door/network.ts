/** How much of an IPv6 address is somebody's: whoever has one address of these has all of them. */
const GROUPS = 4

/**
 * Whose address it is, for whatever is limited by address: an IPv4 address (also where it is written as an IPv6 one), or the
 * /64 of an IPv6 address.
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

/** Without the zeros that may stand before a group. */
const groupsIn = (part: string): string[] =>
  part === '' ? [] : part.split(':').map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
