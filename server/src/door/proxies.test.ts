import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { addressOf } from './proxies.ts'

const from = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded ? { 'x-forwarded-for': forwarded } : {},
  }) as unknown as IncomingMessage

// prettier-ignore
test.each<[string, string, string | undefined, boolean | number | string[], string]>([
  ['nobody is trusted',               '203.0.113.9',     '198.51.100.7',             false,           '203.0.113.9'],
  ['whoever speaks is trusted',       '203.0.113.9',     '198.51.100.7',             true,            '198.51.100.7'],
  ['a range of proxies',              '10.1.2.3',        '198.51.100.7',             ['10.0.0.0/8'],  '198.51.100.7'],
  ['a proxy as IPv6 writes it',       '::ffff:10.1.2.3', '198.51.100.7',             ['10.0.0.0/8'],  '198.51.100.7'],
  ['a named range',                   '127.0.0.1',       '198.51.100.7',             ['loopback'],    '198.51.100.7'],
  ['who is no proxy lies',            '203.0.113.9',     '198.51.100.7',             ['10.0.0.0/8'],  '203.0.113.9'],
  ['what a customer put in front',    '10.1.2.3',        '192.0.2.1, 198.51.100.7',  ['10.0.0.0/8'],  '198.51.100.7'],
  ['one hop of two',                  '10.1.2.3',        '192.0.2.1, 198.51.100.7',  1,               '198.51.100.7'],
  ['a proxy that says nothing',       '10.1.2.3',        undefined,                  ['10.0.0.0/8'],  '10.1.2.3'],
])('%s', (_line, remote, forwarded, trusted, address) => {
  expect(addressOf(from(remote, forwarded), trusted)).toBe(address)
})
