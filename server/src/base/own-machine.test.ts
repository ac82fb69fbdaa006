import { expect, test } from 'vitest'
import { isLoopback, isOwnMachine } from './own-machine.ts'

// prettier-ignore
test.each<[line: string, host: string, isOwn: boolean, isAddress: boolean]>([
  ['the usual address',                    '127.0.0.1',              true,  true],
  ['another address of the same network',  '127.8.9.10',             true,  true],
  ['the newer one',                        '::1',                    true,  true],
  ['the same as it stands in a URL',       '[::1]',                  true,  false],
  ['an address mapped to the newer form',  '::ffff:127.0.0.1',       true,  true],
  ['the usual name',                       'localhost',              true,  false],
  ['the name in capitals',                 'LocalHost',              true,  false],
  ['a name below it',                      'lonja.localhost',        true,  false],
  ['a name that ends like it',             'notlocalhost',           false, false],
  ['a name that begins like it',           'localhost.example.org',  false, false],
  ['a name that begins like an address',   '127.0.0.1.example.org',  false, false],
  ['no address, only digits',              '127.0.0.999',            false, false],
  ['another machine of the network',       '192.168.1.10',           false, false],
  ['another machine, mapped',              '::ffff:10.0.0.7',        false, false],
  ['every address of this machine',        '0.0.0.0',                false, false],
  ['a public name',                        'lonja.example.org',      false, false],
  ['nothing',                              '',                       false, false],
])('%s: %s', (_line, host, isOwn, isAddress) => {
  expect([isOwnMachine(host), isLoopback(host)]).toEqual([isOwn, isAddress])
})
