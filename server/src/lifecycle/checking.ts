import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { HOUR, MINUTE, type Instant } from '@lonja/core/base/instant'
import { isCheckDue } from '@lonja/core/proof/health.rules'
import { assert } from '@lonja/core/base/assert'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Db } from '../database/db.ts'
import { runRounds } from '../jobs/rounds.ts'
import { NO_LISTENER, type RoundListener } from '../jobs/vitals.ts'
import { findOpening } from '../market/market.store.ts'
import { findLastVerification } from '../proof/health.store.ts'
import { unlessCheckedElsewhere } from './turn.ts'

export const CHECKING_EVERY_MS = HOUR
/** A house that was just started has other work. */
const AFTER_START_MS = 10 * MINUTE

/** Checks the whole books and writes down what it found, as `npm run verify` does. Ends early if the signal aborts. */
export type Check = (signal: AbortSignal) => Promise<void>

export interface CheckingGround {
  readonly db: Db
  readonly clock: Clock
  readonly startedAt: Instant
  readonly check: Check
}

/** Checks the books if no check has begun since this night, on one of several servers. */
export async function checkIfDue(ground: CheckingGround, signal: AbortSignal): Promise<void> {
  if (ground.clock.now() - ground.startedAt < AFTER_START_MS) return
  await unlessCheckedElsewhere(ground.db, () => checkOnceTonight(ground, signal))
}

/** Reads the last check under the lock: another server may have just ended it. Throws if the check wrote nothing down. */
async function checkOnceTonight({ db, clock, check }: CheckingGround, signal: AbortSignal): Promise<void> {
  const now = clock.now()
  const before = await db.read(findLastVerification)
  const since = before?.beganAt ?? (await db.read(findOpening))?.openedAt ?? now
  if (!isCheckDue(since, now)) return
  await check(signal)
  if (signal.aborted) return
  const after = await db.read(findLastVerification)
  assert(after !== null && after.id !== before?.id, 'the check of the night wrote down what it found')
}

/** Checks the books each night. The customers' calls come first: the check has the lowest priority. */
export function checkBooksNightly(ground: CheckingGround, log: Log, heard: RoundListener = NO_LISTENER) {
  const ending = new AbortController()
  const rounds = runRounds(() => checkIfDue(ground, ending.signal), {
    pauseMs: CHECKING_EVERY_MS,
    afterFailureMs: CHECKING_EVERY_MS,
    log,
    waits: 'the check of the night waits for the database',
    failed: 'the books could not be checked',
    heard,
  })
  return {
    stop: (): Promise<void> => {
      ending.abort()
      return rounds.stop()
    },
  }
}

/** The command is compiled beside this file. */
const VERIFY = new URL('../commands/verify.js', import.meta.url).href

/**
 * Runs `npm run verify` in a process of its own, by the settings of this one: working out every order anew would hold up the
 * calls of customers. Its output goes to the log only if it ends with an error.
 */
export const checkInOwnProcess: Check = (signal) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', RUN, VERIFY], {
      stdio: ['ignore', 'ignore', 'pipe'],
      signal,
    })
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
    let output = ''
    child.stderr.on('data', (part: Buffer) => {
      output = (output + part.toString()).slice(-SAID_MOST)
    })
    child.on('error', (error) => (signal.aborted ? resolve() : reject(error)))
    // With a broken law it ends with an error too, and has written down which.
    child.on('close', (code) =>
      code === 0 || signal.aborted ? resolve() : reject(new Error(`npm run verify: ${output}`)),
    )
  })

const RUN = 'const { run } = await import(process.argv[1]); await run([])'
const SAID_MOST = 4_000
