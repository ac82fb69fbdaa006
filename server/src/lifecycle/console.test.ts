import { expect, test } from 'vitest'
import { addressFor, openConsole, phoneAddressFor, welcome } from './console.ts'

const ipv4 = (address: string, internal: boolean) => ({
  address,
  internal,
  family: 'IPv4' as const,
  netmask: '255.255.255.0',
  mac: '00:00:00:00:00:00',
  cidr: null,
})
const network = { lo: [ipv4('127.0.0.1', true)], eth0: [ipv4('192.168.1.5', false)] }

// prettier-ignore
test.each<[string, string, string | null]>([
  ['127.0.0.1',   'http://127.0.0.1:3300',   null],
  ['localhost',   'http://localhost:3300',   null],
  ['::1',         'http://[::1]:3300',       null],
  ['0.0.0.0',     'http://127.0.0.1:3300',   'http://192.168.1.5:3300'],
  ['::',          'http://127.0.0.1:3300',   'http://192.168.1.5:3300'],
  ['192.168.1.9', 'http://192.168.1.9:3300', 'http://192.168.1.9:3300'],
])('listening on %s', (host, address, phoneAddress) => {
  expect(addressFor(host, 3300)).toBe(address)
  expect(phoneAddressFor(host, 3300, network)).toBe(phoneAddress)
})

test('a machine without a network has no address for a phone', () => {
  expect(phoneAddressFor('0.0.0.0', 3300, { lo: [ipv4('127.0.0.1', true)] })).toBeNull()
})

test('the welcome names the address and the logins, and says that the money is practice money', () => {
  const text = welcome({
    address: 'http://127.0.0.1:3300',
    phoneAddress: 'http://192.168.1.5:3300',
    publicUrl: 'https://lonja.example.org',
    prices: 'Prices are simulated.',
    invitation: 'ABCD2345',
    demo: { phone: '600000001', password: 'correct horse' },
    links: ['https://lonja.example.org/staff/#/claim/one'],
  })
  for (const part of [
    'http://127.0.0.1:3300',
    'ABCD2345',
    'phone 600000001, password correct horse',
    'practice money',
    'https://lonja.example.org/staff/#/claim/one',
    'No later start prints these logins again.',
    '▄',
  ]) {
    expect(text).toContain(part)
  }
  const NONE = {
    address: 'x',
    phoneAddress: null,
    publicUrl: null,
    prices: '',
    invitation: null,
    demo: null,
    links: [],
  }
  const later = welcome(NONE)
  expect(later).not.toMatch(/On a phone|Demo login|Staff link|Note them/)
  for (const command of ['npm run invite', 'npm run seat', 'npm run customer -- reset-link'])
    expect(later).toContain(command)
  const linksAlone = welcome({ ...NONE, links: ['/staff/#/claim/x'] })
  expect(linksAlone).toContain('No later start prints these logins again.')
})

test('a step prints its time and its result', async () => {
  const lines: string[] = []
  const result = await openConsole((line) => lines.push(line)).step(
    'database',
    () => 7,
    (seven) => `made ${seven}`,
  )
  expect(result).toBe(7)
  expect(lines).toEqual([expect.stringMatching(/^ {2}database +\d+\.\d\d s {3}made 7$/)])
})
