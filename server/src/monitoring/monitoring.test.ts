import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { isFromThisMachine } from './monitoring.ts'

// prettier-ignore
test.each<[string, string | undefined, Record<string, string>, boolean]>([
  ['a program of this machine',               '127.0.0.1',        { host: '127.0.0.1:3300' },                          true],
  ['the same by the newer addresses',         '::1',              { host: '[::1]:3300' },                              true],
  ['the same through a socket of both',       '::ffff:127.0.0.1', { host: 'localhost:3300' },                          true],
  ['another machine',                         '10.0.0.7',         { host: '127.0.0.1:3300' },                          false],
  ['another machine of the newer addresses',  '2001:db8::1',      { host: 'localhost' },                               false],
  ['a proxy of this machine',                 '127.0.0.1',        { host: '127.0.0.1', 'x-forwarded-for': '192.0.2.1' }, false],
  ['a proxy that says it by the standard',    '127.0.0.1',        { host: '127.0.0.1', forwarded: 'for=192.0.2.1' },   false],
  ['a proxy that names itself alone',         '127.0.0.1',        { host: '127.0.0.1', via: '1.1 edge' },              false],
  ['a proxy that keeps the name',             '127.0.0.1',        { host: 'lonja.example.org' },                       false],
  ['a page whose name was pointed here',      '127.0.0.1',        { host: '127.0.0.1.evil.example:3300' },             false],
  ['a request without a name',                '127.0.0.1',        {},                                                  false],
  ['a connection that is gone',               undefined,          { host: 'localhost' },                               false],
])('%s', (_who, remoteAddress, headers, isOwn) => {
  expect(isFromThisMachine({ socket: { remoteAddress }, headers } as unknown as IncomingMessage)).toBe(isOwn)
})
