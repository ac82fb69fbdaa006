import { pino, type DestinationStream, type Logger } from 'pino'

export type Log = Logger

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** What may stand in a request, a body or a setting and must never stand in the log. */
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
/** What the database says of a failure besides its sentence: whole rows, with phone numbers and hashes in them. */
const ROWS = ['err.detail', 'err.where', 'err.internalQuery']
const paths = [...SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), ...ROWS]

/** The log of the house: one JSON line for each thing, secrets and phone numbers blotted out at any of the first three depths. */
export function openLog(level: LogLevel, to?: DestinationStream): Log {
  const options = { level, base: null, redact: { paths, censor: '[hidden]' } }
  return to ? pino(options, to) : pino(options)
}
