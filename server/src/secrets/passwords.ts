import { hash, verify } from '@node-rs/argon2'
import { plainPassword } from '@lonja/core/base/password'
import { newId } from '../base/ids.ts'

/** OWASP's first choice for argon2id, which is the library's own kind: 19 MiB, two passes, one lane; some 17 ms of a core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes at once: more would only take memory and threads from each other. */
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

/** The hash of a new password, with its own salt. Slow by design: never inside a transaction. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(plainPassword(password), COST))

/** Whether a password is the one that was hashed. `null` takes as long, and is never right. */
export async function isPassword(kept: string | null, password: string): Promise<boolean> {
  const against = kept ?? (await nobodys())
  const right = await inTurn(() => verify(against, plainPassword(password)))
  return right && kept !== null
}

let nobody: Promise<string> | undefined
/** The hash of nobody's password: what an unknown phone number is tried against. */
function nobodys(): Promise<string> {
  nobody ??= hashPassword(newId())
  return nobody
}
