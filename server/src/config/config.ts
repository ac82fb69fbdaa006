import { existsSync, readFileSync } from 'node:fs'
import { dirname, isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import type { Amount } from '@lonja/core/base/amount'
import { HOUR, SECOND, type Instant } from '@lonja/core/base/instant'
import type { ProductsOff } from '@lonja/core/base/contract'
import { CannotOpen } from '../base/cannot.ts'
import {
  cents,
  contact,
  contactFor,
  drandRelays,
  grant,
  instant,
  keyText,
  listings,
  orNull,
  postgresUrl,
  proxies,
  safeUrl,
  siteUrl,
  wholeNumber,
} from './forms.ts'
import { newsFeeds, type FeedSettings, type NewsFeed } from './feeds.ts'
import { LOG_LEVELS } from '../base/log.ts'
import { SWITCHES, productsOff } from './switches.ts'

/** The root folder of the checkout or of the unpacked release. */
export const CHECKOUT = dirname(fileURLToPath(new URL('../../../package.json', import.meta.url)))

interface Setting<T extends z.ZodMiniType> {
  readonly schema: T
  /** The default, as text in the environment; null if there is none. */
  readonly by: string | null
  readonly remedy: string
  /** The value may come from a file named by `<NAME>_FILE`, and is never printed. */
  readonly secret?: boolean
}

const setting = <T extends z.ZodMiniType>(
  schema: T,
  by: string | null,
  remedy: string,
  secret = false,
): Setting<T> => ({
  schema,
  by,
  remedy,
  secret,
})

export const SETTINGS = {
  HOST: setting(
    z.string().check(z.regex(/^[\w.:-]+$/)),
    '127.0.0.1',
    'give an address to listen on, such as 127.0.0.1 or 0.0.0.0',
  ),
  PORT: setting(wholeNumber(0, 65_535), '3300', 'give a port from 1 to 65535, or 0 for any free one'),
  METRICS_HOST: setting(
    z.string().check(z.regex(/^[\w.:-]+$/)),
    '127.0.0.1',
    'give the address on which supervisors ask, such as 127.0.0.1 or 10.0.0.5',
  ),
  METRICS_PORT: setting(
    orNull(wholeNumber(0, 65_535)),
    null,
    'give a port from 1 to 65535 for supervisors alone, 0 for any free one, or nothing at all',
  ),
  DRAIN_SECONDS: setting(wholeNumber(0, 30), '0', 'give whole seconds from 0 to 30'),
  PUBLIC_URL: setting(
    orNull(siteUrl),
    null,
    'give the address people use, such as https://lonja.example.org, without a path behind it',
  ),
  KEFU_URL: setting(
    orNull(z.url({ protocol: /^https$/ })),
    null,
    'give the address of your own customer service, beginning with https://, such as https://help.example.org, or nothing at all for the talk in the app',
  ),
  TRUST_PROXY: setting(
    proxies,
    'false',
    'give true, false, a number of proxies, or their addresses or networks with commas between, such as 10.0.0.1, 192.168.0.0/16',
  ),
  DATA_DIR: setting(orNull(z.string()), null, 'give a folder that the server may write to'),
  DATABASE_URL: setting(
    orNull(postgresUrl),
    null,
    'give an address such as postgresql://user:password@host:5432/lonja',
    true,
  ),
  DATABASE_OWNER_URL: setting(
    orNull(postgresUrl),
    null,
    'give the address of the same database for the owner of its tables',
    true,
  ),
  DATABASE_TRIPS: setting(z.enum(['packed', 'plain']), 'packed', 'give packed or plain'),
  SECRET_KEY: setting(
    orNull(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
    null,
    'give 64 digits of 0-9 and a-f, the same on every node, or leave it out',
    true,
  ),
  LOG_LEVEL: setting(z.enum(LOG_LEVELS), 'warn', `give one of ${LOG_LEVELS.join(', ')}`),
  PRACTICE_HOURS: setting(z.enum(['always', 'exchange']), 'always', 'give always or exchange'),
  SOURCE: setting(z.enum(['practice', 'replay', 'alpaca']), 'practice', 'give practice, replay or alpaca'),
  REPLAY_DIR: setting(orNull(z.string()), null, 'give the folder with the CSV files to replay'),
  REPLAY_START: setting(orNull(instant), null, 'give the moment the replay begins at, such as 2013-10-01T13:30:00Z'),
  REPLAY_SPEED: setting(wholeNumber(1, 100_000), '1', 'give a whole number from 1 to 100000'),
  ALPACA_US: setting(z.enum(['iex', 'sip']), 'iex', 'give iex or sip: what your terms with Alpaca hold'),
  ALPACA_EU: setting(orNull(z.enum(['euroctp'])), null, 'give euroctp, or nothing at all for no stream of Europe'),
  ALPACA_KEY_ID: setting(orNull(keyText), null, 'give the id of your key', true),
  ALPACA_SECRET_KEY: setting(orNull(keyText), null, 'give the secret of your key', true),
  ALPACA_FIRST: setting(
    listings,
    '',
    'give listings with spaces between, each with its venue, such as XNYS:ABC XNAS:DEF XMAD:GHI',
  ),
  ALPACA_STREAM_URL: setting(
    safeUrl('ws'),
    'wss://stream.data.alpaca.markets',
    'give the address of the streams, beginning with wss://',
  ),
  ALPACA_DATA_URL: setting(
    safeUrl('http'),
    'https://data.alpaca.markets',
    'give the address of the calls, beginning with https://',
  ),
  NEWS_FEEDS: setting(
    newsFeeds,
    '',
    'give at most 20 feeds with spaces between, each as its language and address, such as es=https://example.org/rss.xml; languages are es, en, fr, zh-Hans, zh-Hant',
  ),
  DRAND_RELAYS: setting(
    drandRelays,
    '',
    'give two addresses of relays of drand with a space between, each beginning with https://, such as https://api.drand.sh https://api2.drand.sh, or nothing at all for draws by day seeds',
  ),
  STARTING_GRANT: setting(
    orNull(grant),
    '100000.00 EUR',
    'give an amount such as 50000 EUR, or nothing at all for none',
  ),
  WITHDRAWAL_MINIMUM: setting(cents.check(z.refine((units) => units > 0n)), '10', 'give an amount above 0, such as 10'),
  WITHDRAWAL_SEND_SECONDS: setting(wholeNumber(0, 86_400), '60', 'give whole seconds from 0 to 86400'),
  REVIEW_HOURS: setting(wholeNumber(1, 720), '48', 'give whole hours from 1 to 720'),
  REVIEW_LIMIT: setting(cents, '10000', 'give an amount in EUR, such as 10000'),
  TWO_PERSON: setting(z.enum(['on', 'off']), 'on', 'give on, or off for a house with a single seat of staff'),
  DEPOSIT_XPUB: setting(
    orNull(z.string()),
    null,
    'give an extended public key, or nothing at all for one of practice',
    true,
  ),
  WEB_PUSH: setting(z.enum(['on', 'off']), 'on', 'give on, or off for a house that never sends to push services'),
  PUSH_CONTACT: setting(
    orNull(contact),
    null,
    'give where push services reach you, such as mailto:you@example.org or https://example.org',
  ),
  ...SWITCHES,
  PAYEE_WAIT_HOURS: setting(wholeNumber(0, 720), '72', 'give whole hours from 0 to 720'),
} as const

type Settings = typeof SETTINGS
export type Name = keyof Settings
type Values = { readonly [N in Name]: z.output<Settings[N]['schema']> }

/** The settings of this house, as its operator set them. */
export interface Config {
  readonly host: string
  readonly port: number
  /** The address for supervisors alone; null if they ask on the house's own port, from this machine. */
  readonly metrics: { readonly host: string; readonly port: number } | null
  /** The time in which a stopping house still takes calls while it says that it is not ready. */
  readonly drainMs: number
  /** The public address, if it differs from the house's own: behind a proxy. */
  readonly publicUrl: string | null
  /** The address of an external customer service; null for the house's own threads in the app. */
  readonly kefuUrl: string | null
  readonly trustProxy: boolean | number | string[]
  /** The only folder that the house writes to; null for the default, `data` in the checkout. */
  readonly dataDir: string | null
  /** Null for the built-in PostgreSQL. */
  readonly databaseUrl: string | null
  readonly databaseOwnerUrl: string | null
  readonly databaseTrips: 'packed' | 'plain'
  /** 32 bytes in hex; null for a secret that the first start makes in the data folder. */
  readonly secretKey: string | null
  readonly logLevel: (typeof LOG_LEVELS)[number]
  readonly practiceHours: 'always' | 'exchange'
  readonly source: 'practice' | 'replay' | 'alpaca'
  readonly replay: { readonly dir: string; readonly start: Instant | null; readonly speed: number } | null
  readonly feed: FeedSettings | null
  readonly newsFeeds: readonly NewsFeed[]
  /** The relays of drand by whose rounds offers are drawn; none for draws by day seeds. */
  readonly drandRelays: readonly string[]
  readonly startingGrant: Amount | null
  /** The contact of this house's operator for push services; null if nothing is sent to them. */
  readonly pushContact: string | null
  /** The wait in milliseconds before a new wallet or bank card can be paid to. */
  readonly payeeWaitMs: number
  readonly off: ProductsOff
  /** The extended public key from which deposit addresses are derived; null if the house makes one for practice. */
  readonly depositXpub: string | null
  /** The least amount that can be withdrawn, in cents of its currency. */
  readonly withdrawalMinimum: bigint
  /** The time in which an approved withdrawal can still be cancelled. */
  readonly withdrawalSendMs: number
  /** The deadline of a review; the cents of EUR in 24 hours above which two people decide; whether two ever do. */
  readonly review: { readonly dueMs: number; readonly limitCents: bigint; readonly twoPerson: boolean }
}

/**
 * Reads the settings from an environment. The first invalid one stops the house with a line that names it and the
 * remedy.
 */
export function configFrom(env: NodeJS.ProcessEnv): Config {
  const values = Object.fromEntries(
    (Object.keys(SETTINGS) as Name[]).map((name) => [name, valueOf(env, name)]),
  ) as Values
  if (values.SOURCE === 'replay' && !values.REPLAY_DIR) {
    throw new CannotOpen(`SOURCE is replay, and REPLAY_DIR is not set: ${SETTINGS.REPLAY_DIR.remedy}.`)
  }
  if (values.DATABASE_OWNER_URL && !values.DATABASE_URL) {
    throw new CannotOpen(`DATABASE_OWNER_URL is set, and DATABASE_URL is not: ${SETTINGS.DATABASE_URL.remedy}.`)
  }
  return {
    host: values.HOST,
    port: values.PORT,
    metrics: values.METRICS_PORT === null ? null : { host: values.METRICS_HOST, port: values.METRICS_PORT },
    drainMs: values.DRAIN_SECONDS * SECOND,
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    kefuUrl: values.KEFU_URL,
    trustProxy: values.TRUST_PROXY,
    dataDir: values.DATA_DIR && fromCheckout(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    databaseTrips: values.DATABASE_TRIPS,
    secretKey: values.SECRET_KEY,
    logLevel: values.LOG_LEVEL,
    practiceHours: values.PRACTICE_HOURS,
    source: values.SOURCE,
    replay:
      values.SOURCE === 'replay' && values.REPLAY_DIR
        ? { dir: fromCheckout(values.REPLAY_DIR), start: values.REPLAY_START, speed: values.REPLAY_SPEED }
        : null,
    feed: values.SOURCE === 'alpaca' ? feedFrom(values) : null,
    newsFeeds: values.NEWS_FEEDS.filter((feed) => feed !== null),
    drandRelays: values.DRAND_RELAYS.filter((relay) => relay !== null),
    startingGrant: values.STARTING_GRANT,
    withdrawalMinimum: values.WITHDRAWAL_MINIMUM,
    withdrawalSendMs: values.WITHDRAWAL_SEND_SECONDS * SECOND,
    review: {
      dueMs: values.REVIEW_HOURS * HOUR,
      limitCents: values.REVIEW_LIMIT,
      twoPerson: values.TWO_PERSON === 'on',
    },
    off: productsOff(values),
    depositXpub: values.DEPOSIT_XPUB,
    pushContact: values.WEB_PUSH === 'off' ? null : contactFor(values.PUSH_CONTACT, values.PUBLIC_URL),
    payeeWaitMs: values.PAYEE_WAIT_HOURS * HOUR,
  }
}

function feedFrom(values: Values): FeedSettings {
  const { ALPACA_US: us, ALPACA_EU: eu, ALPACA_KEY_ID: key, ALPACA_SECRET_KEY: secret, ALPACA_FIRST: first } = values
  if (!key || !secret) {
    const name = key ? 'ALPACA_SECRET_KEY' : 'ALPACA_KEY_ID'
    throw new CannotOpen(`SOURCE is alpaca, and ${name} is not set: ${SETTINGS[name].remedy}.`)
  }
  const { ALPACA_STREAM_URL: streamUrl, ALPACA_DATA_URL: dataUrl } = values
  return { us, eu, streams: eu ? `${us} ${eu}` : us, key, secret, streamUrl, dataUrl, first }
}

const fromCheckout = (folder: string): string => (isAbsolute(folder) ? folder : resolve(CHECKOUT, folder))

export function valueOf(env: NodeJS.ProcessEnv, name: Name): unknown {
  const { schema, by, remedy, secret } = SETTINGS[name]
  const text = secret ? (env[name] ?? fromFile(env, name)) : env[name]
  // An empty value means none. A setting that cannot be none falls back to its default.
  const value = text === undefined ? by : text.trim() || (z.safeParse(schema, null).success ? null : by)
  const read = z.safeParse(schema, value)
  if (read.success) return read.data
  throw new CannotOpen(`${name} is ${secret ? 'not of its form' : `"${value}"`}: ${remedy}.`)
}

/** A secret from the file that `<NAME>_FILE` names. */
function fromFile(env: NodeJS.ProcessEnv, name: Name): string | undefined {
  const file = env[`${name}_FILE`]?.trim()
  if (!file) return undefined
  if (!existsSync(file))
    throw new CannotOpen(`${name}_FILE is "${file}", and there is no such file: name one that holds the value.`)
  return readFileSync(file, 'utf8')
}
