import { ROLES, WORKING_ROLES, type Role } from '@lonja/core/base/contract'
import { SEAT_LINK_LIVES } from '@lonja/core/staff/staff.rules'
import { argumentsIn } from './arguments.ts'
import { CannotOpen, exitOnCannotOpen } from '../base/cannot.ts'
import { systemClock } from '../base/clock.ts'
import type { Db } from '../database/db.ts'
import { lockCustomer } from '../database/locks.ts'
import { withHouseDatabase } from '../database/database.ts'
import { endSeatNow } from '../staff/seats.actions.ts'
import { linkPathOf, makeLink, newLinkSecret } from '../staff/seat-links.ts'
import { findSeatByName, listSeatRows } from '../staff/seats.store.ts'

/**
 * `npm run seat -- --roles treasurer,support`: makes a one-time link for a seat. `--revoke NAME` ends a seat
 * and its sessions at once. `--list` lists the seats. It runs beside an open or closed house.
 */
export const run = (args: readonly string[] = process.argv.slice(2)): Promise<void> =>
  exitOnCannotOpen(async () => {
    const command = optionsFrom(args)
    await withHouseDatabase('seat', async (db) => {
      if ('revoke' in command) return end(db, command.revoke)
      if ('list' in command) return list(db)
      return invite(db, command.roles)
    })
  })

async function invite(db: Db, roles: readonly Role[]): Promise<void> {
  const secret = newLinkSecret()
  const now = systemClock.now()
  const endsAt = now + SEAT_LINK_LIVES
  await db.write((tx) => makeLink(tx, { secret, roles, madeBy: null, now, endsAt }))
  const until = new Date(endsAt).toISOString().slice(0, 16).replace('T', ' ')
  console.log(`One-time link for a seat (${roles.join(', ')}), until ${until} UTC. After the house's own address:`)
  console.log(`  ${linkPathOf(secret)}`)
}

async function end(db: Db, name: string): Promise<void> {
  const ended = await db.write(async (tx) => {
    const seat = await findSeatByName(tx, name)
    return seat && endSeatNow(await lockCustomer(tx, seat.id), seat, null, systemClock.now())
  })
  if (!ended)
    throw new CannotOpen(`No seat in use has the name "${name}": npm run seat -- --list says which there are.`)
  console.log(`The seat ${name} is ended, and so are its sessions.`)
}

async function list(db: Db): Promise<void> {
  const seats = await db.read(listSeatRows)
  if (seats.length === 0) console.log('No seat was claimed yet.')
  for (const { number, name, roles, endedAt } of seats) {
    console.log(`  ${String(number).padStart(3)}  ${name.padEnd(40)} ${endedAt === null ? roles.join(', ') : 'ended'}`)
  }
}

type CommandOptions = { roles: readonly Role[] } | { revoke: string } | { list: true }

const OPTIONS = { roles: 'text', revoke: 'text', list: 'flag' } as const

export function optionsFrom(args: readonly string[]): CommandOptions {
  const { values } = argumentsIn(args, OPTIONS, { words: 0 })
  const { roles = WORKING_ROLES.join(','), revoke, list: isList = false } = values
  if (isList) return { list: true }
  if (revoke !== undefined) return { revoke }
  return { roles: rolesIn(roles) }
}

function rolesIn(text: string): Role[] {
  const named = text.split(',').map((part) => part.trim())
  const roles = ROLES.filter((role) => named.includes(role))
  if (roles.length > 0 && roles.length === new Set(named).size) return roles
  throw new CannotOpen(`--roles is "${text}": name some of ${ROLES.join(', ')}, with commas between.`)
}
