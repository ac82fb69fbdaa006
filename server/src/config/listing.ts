import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { CannotOpen } from '../base/cannot.ts'
import { SETTINGS, valueOf, type Name } from './config.ts'

/** A setting as the operator's command shows it: its value, the source of the value, and the default. */
export interface ListedSetting {
  readonly name: string
  /** Null if it is not set and has no default. The value of a secret is never shown. */
  readonly value: string | null
  readonly source: 'environment' | '.env' | 'file' | 'default'
  readonly byDefault: string | null
  /** The remedy for an invalid value; null for a valid one. */
  readonly wrong: string | null
}

const SECRET = '(set, not shown)'

/** The values in `.env` of the checkout; empty if there is no such file. */
export const dotEnvIn = (file: string): NodeJS.Dict<string> =>
  existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}

/** All settings of the house. The environment comes before `.env`. A secret may come from a file. */
export function settingsIn(env: NodeJS.ProcessEnv, dotEnv: NodeJS.Dict<string>): ListedSetting[] {
  const both = { ...dotEnv, ...env }
  return (Object.keys(SETTINGS) as Name[]).map((name) => {
    const { by, secret } = SETTINGS[name]
    const inFile = secret === true && both[name] === undefined && (both[`${name}_FILE`] ?? '').trim() !== ''
    const inPlain = inFile ? '' : (both[name] ?? '').trim()
    const isSet = inFile || inPlain !== '' || (both[name] !== undefined && isNone(both, name))
    const source = !isSet ? 'default' : inFile ? 'file' : env[name] === undefined ? '.env' : 'environment'
    const value = !isSet ? by : secret === true && (inFile || inPlain !== '') ? SECRET : inPlain === '' ? null : inPlain
    return { name, value, source, byDefault: by, wrong: wrongWith(both, name) }
  })
}

/** True for a setting that an empty value turns off. */
const isNone = (env: NodeJS.ProcessEnv, name: Name): boolean => SETTINGS[name].by !== null && read(env, name) === null

function read(env: NodeJS.ProcessEnv, name: Name): unknown {
  try {
    return valueOf(env, name)
  } catch {
    return undefined // `wrongWith` reports the error.
  }
}

function wrongWith(env: NodeJS.ProcessEnv, name: Name): string | null {
  try {
    valueOf(env, name)
    return null
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error
    return error.message
  }
}
