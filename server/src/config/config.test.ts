import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { configFrom } from './config.ts'

test('without any setting the house listens only on this machine, and grants practice money', () => {
  expect(configFrom({})).toMatchObject({
    host: '127.0.0.1',
    port: 3300,
    publicUrl: null,
    trustProxy: false,
    databaseUrl: null,
    practiceHours: 'always',
    source: 'practice',
    replay: null,
    startingGrant: { asset: 'EUR', units: 100_000_00n },
  })
})

// prettier-ignore
test.each<[string, NodeJS.ProcessEnv, object]>([
  ['any free port',            { PORT: '0' },                                 { port: 0 }],
  ['no grant',                 { STARTING_GRANT: '' },                        { startingGrant: null }],
  ['a grant in dollars',       { STARTING_GRANT: '50000 USD' },               { startingGrant: { asset: 'USD', units: 50_000_00n } }],
  ['a grant with cents',       { STARTING_GRANT: '0.05 EUR' },                { startingGrant: { asset: 'EUR', units: 5n } }],
  ['one proxy',                { TRUST_PROXY: '1' },                          { trustProxy: 1 }],
  ['a network and a name',     { TRUST_PROXY: 'loopback, 10.0.0.0/8, ::1/128' }, { trustProxy: ['loopback', '10.0.0.0/8', '::1/128'] }],
  ['a public address',         { PUBLIC_URL: 'https://example.org:8443/' },   { publicUrl: 'https://example.org:8443' }],
  ['two proxies by address',   { TRUST_PROXY: '10.0.0.1, 10.0.0.2' },         { trustProxy: ['10.0.0.1', '10.0.0.2'] }],
  ['a public address',         { PUBLIC_URL: 'https://lonja.example.org/' },  { publicUrl: 'https://lonja.example.org' }],
  ['set to nothing is unset',  { PORT: '', LOG_LEVEL: ' ', DATA_DIR: '' },    { port: 3300, logLevel: 'warn', dataDir: null }],
  ['a replay',                 { SOURCE: 'replay', REPLAY_DIR: '/bars', REPLAY_START: '2013-10-01T13:30:00Z', REPLAY_SPEED: '60' },
    { replay: { dir: '/bars', start: Date.UTC(2013, 9, 1, 13, 30), speed: 60 } }],
  ['a live feed',              { SOURCE: 'alpaca', ALPACA_KEY_ID: 'PK1234', ALPACA_SECRET_KEY: 'hunter2hunter2' },
    { source: 'alpaca', feed: { us: 'iex', eu: null, streams: 'iex', key: 'PK1234', streamUrl: 'wss://stream.data.alpaca.markets' } }],
  ['of Europe too',            { SOURCE: 'alpaca', ALPACA_US: 'sip', ALPACA_EU: 'euroctp', ALPACA_KEY_ID: 'PK1234', ALPACA_SECRET_KEY: 'hunter2hunter2', ALPACA_DATA_URL: 'https://data.sandbox.alpaca.markets/' },
    { feed: { us: 'sip', eu: 'euroctp', streams: 'sip euroctp', dataUrl: 'https://data.sandbox.alpaca.markets' } }],
  ['with listings named first', { SOURCE: 'alpaca', ALPACA_KEY_ID: 'PK1234', ALPACA_SECRET_KEY: 'hunter2hunter2', ALPACA_FIRST: ' XNYS:BRK.A, XMAD:DEF ' },
    { feed: { first: ['XNYS:BRK.A', 'XMAD:DEF'] } }],
  ['every product by default', {},                                            { off: new Set() }],
  ['products switched off',    { OPTIONS: 'off', LOANS: 'off', IPO: 'on' },   { off: new Set(['options', 'loans']) }],
  ['all products off',         { IPO: 'off', BLOCKS: 'off', OPTIONS: 'off', LOANS: 'off', STRATEGIES: 'off' },
    { off: new Set(['ipo', 'blocks', 'options', 'loans', 'strategies']) }],
  ['a key without a feed',     { ALPACA_KEY_ID: 'PK1234' },                   { source: 'practice', feed: null }],
])('%s', (_what, env, part) => {
  expect(configFrom(env)).toMatchObject(part)
})

// prettier-ignore
test.each<[NodeJS.ProcessEnv, RegExp]>([
  [{ PORT: '65536' },                       /^PORT is "65536": give a port/],
  [{ PORT: '3e3' },                         /^PORT is "3e3": give a port/],
  [{ HOST: 'not a host' },                  /^HOST is "not a host": give an address/],
  [{ PUBLIC_URL: 'ftp://example.org' },     /^PUBLIC_URL is "ftp:/],
  [{ PUBLIC_URL: 'https://example.org/lonja' }, /^PUBLIC_URL is .*without a path/],
  [{ PUBLIC_URL: 'https://example.org/?a' }, /^PUBLIC_URL is .*without a path/],
  [{ TRUST_PROXY: 'maybe' },                /^TRUST_PROXY is "maybe": give true, false, a number/],
  [{ TRUST_PROXY: '10.0.0.1,' },            /^TRUST_PROXY is/],
  [{ TRUST_PROXY: '10.0.0.0/33' },          /^TRUST_PROXY is/],
  [{ TRUST_PROXY: '::1/129' },              /^TRUST_PROXY is/],
  [{ TRUST_PROXY: '10.0.0.256' },           /^TRUST_PROXY is/],
  [{ LOG_LEVEL: 'loud' },                   /^LOG_LEVEL is "loud": give one of fatal/],
  [{ PRACTICE_HOURS: 'sometimes' },         /^PRACTICE_HOURS is "sometimes": give always or exchange/],
  [{ STARTING_GRANT: '50.000 EUR' },        /^STARTING_GRANT is "50\.000 EUR": give an amount/],
  [{ STARTING_GRANT: '0 EUR' },             /^STARTING_GRANT is "0 EUR"/],
  [{ STARTING_GRANT: '10 GBP' },            /^STARTING_GRANT is "10 GBP"/],
  [{ SOURCE: 'replay' },                    /^SOURCE is replay, and REPLAY_DIR is not set/],
  [{ DATABASE_OWNER_URL: 'postgres://a/b' }, /DATABASE_URL is not/],
  [{ REPLAY_START: '2013-13-01T00:00Z' },   /^REPLAY_START is/],
  [{ SOURCE: 'alpaca' },                    /^SOURCE is alpaca, and ALPACA_KEY_ID is not set: give the id/],
  [{ SOURCE: 'alpaca', ALPACA_KEY_ID: 'PK1234' }, /^SOURCE is alpaca, and ALPACA_SECRET_KEY is not set/],
  [{ ALPACA_SECRET_KEY: 'hunter 2' },       /^ALPACA_SECRET_KEY is not of its form: [^2]*$/],
  [{ ALPACA_US: 'nyse' },                   /^ALPACA_US is "nyse": give iex or sip/],
  [{ ALPACA_FIRST: 'XNYS:ABC DEF' },        /^ALPACA_FIRST is "XNYS:ABC DEF": give listings with spaces between/],
  [{ ALPACA_STREAM_URL: 'ws://feed.example.org' }, /^ALPACA_STREAM_URL is "ws:.*beginning with wss:/],
  [{ ALPACA_DATA_URL: 'http://10.0.0.7' },  /^ALPACA_DATA_URL is "http:.*beginning with https:/],
  [{ SECRET_KEY_FILE: '/no/such/file' },    /^SECRET_KEY_FILE is "\/no\/such\/file", and there is no such file/],
])('%o stops the house with a line that names the setting', (env, line) => {
  expect(() => configFrom(env)).toThrow(line)
})

test('a secret may come from a file, and an invalid one is not printed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lonja-config-'))
  const file = join(folder, 'secret')
  writeFileSync(file, `${'ab'.repeat(32)}\n`)
  expect(configFrom({ SECRET_KEY_FILE: file }).secretKey).toBe('ab'.repeat(32))
  writeFileSync(file, 'hunter2')
  expect(() => configFrom({ SECRET_KEY_FILE: file })).toThrow(/^SECRET_KEY is not of its form: give 64 digits[^2]*$/)
  rmSync(folder, { recursive: true })
})
