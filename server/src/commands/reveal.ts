import { createInterface } from 'node:readline/promises'
import type { Day, Instant } from '@lonja/core/base/instant'
import { dayNumberAt, dayOf } from '@lonja/core/calendar/days'
import { overEverywhere } from '@lonja/core/calendar/sessions'
import { argumentsIn } from './arguments.ts'
import { CannotOpen, exitOnCannotOpen } from '../base/cannot.ts'
import { systemClock } from '../base/clock.ts'
import { withHouseDatabase } from '../database/database.ts'
import type { Db } from '../database/db.ts'
import { findHouseClock, releaseSeeds } from '../market/clock.store.ts'

/**
 * `npm run reveal`: releases seeds that are held back because the clock was in doubt. It asks twice, since a revealed
 * seed cannot be taken back: whether the clock is right, and for the last day whose seed becomes public. It runs beside
 * an open or closed house, which then reveals the seeds by itself.
 */
export const run = (args: readonly string[] = process.argv.slice(2)): Promise<void> =>
  exitOnCannotOpen(async () => {
    argumentsIn(args, {}, { words: 0 })
    const lines = createInterface({ input: process.stdin, output: process.stdout })
    const answers = lines[Symbol.asyncIterator]()
    const ask = async (question: string): Promise<string> => {
      process.stdout.write(question)
      const line: IteratorResult<string, undefined> = await answers.next()
      return line.value ?? ''
    }
    try {
      await withHouseDatabase('reveal', async (db) =>
        console.log(await releaseAfterQuestions(db, systemClock.now(), ask)),
      )
    } finally {
      lines.close()
    }
  })

/** Asks both questions and releases the seeds. Returns a line about what was done. */
export async function releaseAfterQuestions(
  db: Db,
  now: Instant,
  ask: (question: string) => Promise<string>,
): Promise<string> {
  const house = await db.read(findHouseClock)
  if (!house?.hold) return 'No seed is held back: each is revealed when its day is over.'
  const last = lastDayOver(now)
  const isRight = await ask(`This machine's clock says ${new Date(now).toISOString()} (UTC). Is that right? (yes/no) `)
  if (isRight.trim().toLowerCase() !== 'yes') throw new CannotOpen('Nothing is revealed: set the clock right first.')
  const day = await ask(`The seeds up to ${last} become public for good. Type that day to reveal them: `)
  if (day.trim() !== last) throw new CannotOpen(`Nothing is revealed: that was not ${last}.`)
  const isReleased = await db.write((tx) => releaseSeeds(tx, house.hold?.at ?? now))
  if (!isReleased) throw new CannotOpen('Nothing is revealed: the clock was in doubt again meanwhile; run it anew.')
  return 'Released: an open house reveals them within a minute, a closed one at its next start.'
}

/** The last day that is over in every venue. */
function lastDayOver(now: Instant): Day {
  let day = dayNumberAt('Europe/Madrid', now)
  while (overEverywhere(day) > now) day -= 1
  return dayOf(day)
}
