import { hash, verify } from '@node-rs/argon2'
import { plainPassword } from '@lonja/core/base/password'
import { readFileSync } from 'node:fs'
import { newId } from '../base/ids.ts'

/**
 * OWASP's first choice for argon2id, the library's default variant: 19 MiB, two passes, one lane; about 17 ms of a
 * core.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The number of hashes at once. More would only compete for memory and threads. */
const AT_ONCE = 4

let free = AT_ONCE
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (free > 0) free -= 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
}

/** The hash of a new password, with its own salt. It is slow by design, so never call it inside a transaction. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(plainPassword(password), COST))

/** True if a password matches the hash. A hash of `null` takes as long and never matches. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const against = stored ?? (await nobodys())
  const right = await inTurn(() => verify(against, plainPassword(password)))
  return right && stored !== null
}

let nobody: Promise<string> | undefined
/** The hash of a random password, against which the password of an unknown phone number is checked. */
function nobodys(): Promise<string> {
  nobody ??= hashPassword(newId())
  return nobody
}

const LIST = new URL('../../src/secrets/common-passwords.txt', import.meta.url)

/** The passwords below the file's head, which names its source and licence. */
const COMMON: ReadonlySet<string> = new Set(readFileSync(LIST, 'utf8').split('\n\n')[1]?.split('\n'))

/** True for a password of the list of common ones, in small or large letters. */
export const isCommonPassword = (password: string): boolean => COMMON.has(plainPassword(password).trim().toLowerCase())
