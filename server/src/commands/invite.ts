import { makeInvitation } from '../accounts/invitations.ts'
import { argumentsIn } from './arguments.ts'
import { CannotOpen, exitOnCannotOpen } from '../base/cannot.ts'
import { systemClock } from '../base/clock.ts'
import { withHouseDatabase } from '../database/database.ts'

/** `npm run invite -- --uses 10 --days 30`: makes an invitation code, beside an open or closed house. */
export const run = (args: readonly string[] = process.argv.slice(2)): Promise<void> =>
  exitOnCannotOpen(async () => {
    const { uses, days } = optionsFrom(args)
    await withHouseDatabase('invite', async (db) => {
      const { code, endsAt } = await makeInvitation(db, { uses, days, now: systemClock.now() })
      const until = new Date(endsAt).toISOString().slice(0, 16).replace('T', ' ')
      console.log(`Invitation code ${code}: for ${uses} ${uses === 1 ? 'account' : 'accounts'}, until ${until} UTC.`)
    })
  })

export function optionsFrom(args: readonly string[]): { uses: number; days: number } {
  const { values } = argumentsIn(args, { uses: 'text', days: 'text' }, { words: 0 })
  const { uses = '1', days = '30' } = values
  return { uses: between(uses, '--uses', 100_000), days: between(days, '--days', 3_650) }
}

function between(text: string, option: string, most: number): number {
  const value = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0
  if (value >= 1 && value <= most) return value
  throw new CannotOpen(`${option} is "${text}": give a whole number from 1 to ${most}.`)
}
