import { CannotOpen, exitOnCannotOpen } from '../base/cannot.ts'
import { systemClock } from '../base/clock.ts'
import { withHouseDatabase } from '../database/database.ts'
import { switchReplay } from '../market/market.pauses.ts'
import { findOpening } from '../market/market.store.ts'

/**
 * `npm run replay -- pause` and `npm run replay -- resume`: stops or restarts the clock of a replay, beside an open or
 * closed house.
 */
export const run = (args: readonly string[] = process.argv.slice(2)): Promise<void> =>
  exitOnCannotOpen(async () => {
    const [word = ''] = args
    if (word !== 'pause' && word !== 'resume')
      throw new CannotOpen(`Say npm run replay -- pause, or npm run replay -- resume.`)
    await withHouseDatabase('replay', async (db) => {
      const opening = await db.read(findOpening)
      if (opening?.source !== 'replay') throw new CannotOpen('This house has no replay: its market cannot be paused.')
      const pause = await switchReplay(db, word === 'pause', systemClock.now())
      console.log(pause ? saidOf[word](new Date(pause.at).toISOString()) : ALREADY[word])
    })
  })

const saidOf = {
  pause: (at: string) =>
    `The replay stands still from ${at} on, and nothing of it is skipped: npm run replay -- resume lets it go on.`,
  resume: (at: string) => `The replay goes on at ${at}, from where it stood.`,
} as const

const ALREADY = {
  pause: 'The replay stands still already.',
  resume: 'The replay is not paused.',
} as const
