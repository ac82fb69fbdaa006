import { pino, type DestinationStream, type Logger } from 'pino'

export type Log = Logger

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Fields of a request, a body or a setting that must never appear in the log. */
const SECRETS = [
  'token',
  'password',
  'again',
  'old',
  'secret',
  'link',
  'setUp',
  'seed',
  'authorization',
  'cookie',
  'phone',
  'invitation',
  'databaseUrl',
  'ownerUrl',
]
/** Fields of a database error besides its message. They hold whole rows, with phone numbers and hashes. */
const ROWS = ['err.detail', 'err.where', 'err.internalQuery']
const paths = [...SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), ...ROWS]

/** The log of the house, one JSON line per event. Secrets and phone numbers are redacted at the first three depths. */
export function openLog(level: LogLevel, to?: DestinationStream): Log {
  const options = { level, base: null, redact: { paths, censor: '[hidden]' } }
  return to ? pino(options, to) : pino(options)
}
