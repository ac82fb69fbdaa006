import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { CannotOpen } from '../base/cannot.ts'
import { SETTINGS, valueOf, type Name } from './config.ts'

/** A setting as an operator asks for it: what it is now, where that comes from, and what it would be. */
export interface ListedSetting {
  readonly name: string
  /** Null where it is not set and has no default. Of a secret, never the value. */
  readonly value: string | null
  readonly source: 'environment' | '.env' | 'file' | 'default'
  readonly byDefault: string | null
  /** What to do where the value is not one of its kind; null where it is. */
  readonly wrong: string | null
}

const SECRET = '(set, not shown)'

/** What `.env` of the checkout says; nothing where there is none. */
export const dotEnvIn = (file: string): NodeJS.Dict<string> =>
  existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}

/** Every setting of the house. The environment comes before `.env`; a secret may stand in a file of its own. */
export function settingsIn(env: NodeJS.ProcessEnv, dotEnv: NodeJS.Dict<string>): ListedSetting[] {
  const both = { ...dotEnv, ...env }
  return (Object.keys(SETTINGS) as Name[]).map((name) => {
    const { by, secret } = SETTINGS[name]
    const inFile = secret === true && both[name] === undefined && (both[`${name}_FILE`] ?? '').trim() !== ''
    const said = inFile ? '' : (both[name] ?? '').trim()
    const isSet = inFile || said !== '' || (both[name] !== undefined && isNone(both, name))
    const source = !isSet ? 'default' : inFile ? 'file' : env[name] === undefined ? '.env' : 'environment'
    const value = !isSet ? by : secret === true && (inFile || said !== '') ? SECRET : said === '' ? null : said
    return { name, value, source, byDefault: by, wrong: wrongWith(both, name) }
  })
}

/** Set to nothing means none, where there can be none. */
const isNone = (env: NodeJS.ProcessEnv, name: Name): boolean => SETTINGS[name].by !== null && read(env, name) === null

function read(env: NodeJS.ProcessEnv, name: Name): unknown {
  try {
    return valueOf(env, name)
  } catch {
    return undefined // What is wrong with it is said beside it.
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
