import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROLES, type Role } from '@lonja/core/base/contract'
import { HOUR } from '@lonja/core/base/instant'
import { CALLS, type CallName } from '@lonja/core/calls'
import { isRefused } from '@lonja/core/base/refusal'
import type { listSeatSessions } from '@lonja/core/staff/staff.contract'
import { signOutSeat } from '@lonja/core/staff/staff.contract'
import type { Cells } from './access.cells.ts'
import { MATRIX } from './access.matrix.ts'
import { ownerIn, type Owner } from './access.owner.ts'
import { newToken } from '../secrets/token.ts'
import type { Route } from '../door/serve.ts'
import { onStaffRead } from '../door/serve.staff.ts'
import { openTestHouse, signInAgain, type TestHouse } from './house.ts'
import type { CallAnswer } from './ask.ts'
import { ABC, ESP } from '../orders/orders.testing.ts'

/** Tests every call for every kind of caller against the matrix in access.matrix.ts. */

async function openedHouse(plant?: (routes: Route[]) => Route[]): Promise<TestHouse> {
  const house = await openTestHouse(plant ? { plant } : {})
  await house.quote(ABC, 999n, 1_001n)
  await house.quote(ESP, 499n, 500n)
  return house
}

let house: TestHouse
beforeAll(async () => {
  house = await openedHouse()
})
afterAll(() => house.close())

const outcomeOf = ({ status, error }: CallAnswer): string => (status === 200 ? 'accepted' : (error ?? 'nothing'))

/**
 * The tokens of all callers: five that identify nobody, an owner, another customer, and a seat for each single role.
 */
async function tokensFor(house: TestHouse, mine: Owner): Promise<[keyof Cells, string, string | undefined][]> {
  const ended = await signInAgain(house, mine)
  await house.ask(CALLS.logOut, {}, { token: ended })
  const { token: endedSeat } = await house.seat()
  await house.ask(signOutSeat, {}, { token: endedSeat })
  const forged = `${mine.id}.${newToken(mine.id).text.split('.')[1]}`
  const roles = await Promise.all(ROLES.map(async (role) => [role, role, await seatOf(house, role)] as const))
  return [
    ['nobody', 'no token', undefined],
    ['nobody', 'a bad token', 'not a token'],
    ['nobody', 'a forged token', forged],
    ['nobody', 'an ended session', ended],
    ['nobody', 'an ended seat', endedSeat],
    ['other', 'another customer', (await house.customer()).token],
    ...roles.map((one): [Role, string, string] => [...one]),
    ['owner', 'the owner', mine.token],
  ]
}

const seatOf = async (house: TestHouse, role: Role): Promise<string> => (await house.seat({ roles: [role] })).token

/** The callers: an owner, and the tokens of all callers. */
type Askers = readonly [mine: Owner, tokens: Awaited<ReturnType<typeof tokensFor>>]
const newAskers = async (house: TestHouse): Promise<Askers> => {
  const mine = await ownerIn(house)
  return [mine, await tokensFor(house, mine)]
}

/** Reads change nothing, so one set of callers serves all reads of a house. */
const readers = new Map<TestHouse, Promise<Askers>>()
function askersFor(house: TestHouse, name: CallName): Promise<Askers> {
  if (CALLS[name].kind === 'write' || WRITING_READS.has(name)) return newAskers(house)
  const known = readers.get(house) ?? newAskers(house)
  readers.set(house, known)
  return known
}
const WRITING_READS = new Set<CallName>(['removePayeeByGet'])

/** Compares the answers to all callers with the matrix. Returns the differences in words. */
async function unlikeMatrix(house: TestHouse, name: CallName): Promise<string[]> {
  const [cells, input] = MATRIX[name]
  const [mine, tokens] = await askersFor(house, name)
  const wrong: string[] = []
  for (const [at, [cell, who, token]] of tokens.entries()) {
    // Each caller has its own address, because tries are counted by address.
    const answer = outcomeOf(await house.ask(CALLS[name], input(mine), { token, ip: `10.1.0.${at}` }))
    if (answer !== cells[cell]) wrong.push(`${who} hears ${answer} and not ${cells[cell]}`)
  }
  return wrong
}

test('every call has a row, and every row is of a call', () => {
  expect(Object.keys(MATRIX).sort()).toEqual(Object.keys(CALLS).sort())
})

test.each(Object.keys(MATRIX) as CallName[])('%s', async (name) => {
  expect(await unlikeMatrix(house, name)).toEqual([])
})

test('an expired session identifies nobody, for every call', async () => {
  const mine = await ownerIn(house)
  const { token } = await house.customer()
  const seat = await house.seat()
  house.clock.advance(24 * HOUR)
  for (const [name, [cells, input]] of Object.entries(MATRIX)) {
    if (cells.nobody !== 'not_signed_in') continue
    for (const old of [token, seat.token]) {
      const answer = await house.ask(CALLS[name as CallName], input(mine), { token: old })
      expect([name, answer.status, answer.code, answer.error]).toEqual([name, 401, 401, 'not_signed_in'])
    }
  }
})

/** The answer of a route that does not check its caller. */
const LET_IN = { kept: '{}' }

/** Five routes that treat a caller wrongly. The matrix detects each of them. */
const PLANTED: Readonly<Partial<Record<CallName, (route: Route) => Route>>> = {
  // A customer's call that anyone may make.
  readProfile: ({ call }) => ({ call: { ...call, caller: 'anyone' }, answer: () => Promise.resolve(LET_IN) }),
  // A customer's call that accepts a seat's token.
  isWatched: ({ call, answer }) => ({
    call,
    answer: async (request, house) => {
      const seat = await house.db.read(async (tx) => request.token && house.seats.find(tx, request.token, request.now))
      return seat ? LET_IN : answer(request, house)
    },
  }),
  // A seat's call that accepts a customer's token.
  readSeat: ({ call, answer }) => ({
    call,
    answer: async (request, house) => {
      const customer = await house.db.read(
        async (tx) => request.token && house.sessions.find(tx, request.token, request.now),
      )
      return customer ? LET_IN : answer(request, house)
    },
  }),
  // A seat's call that refuses a role that may make it.
  listSeatSessions: ({ call }) =>
    onStaffRead({ ...(call as typeof listSeatSessions), roles: ['admin'] }, () => Promise.resolve({ rows: [] })),
  // A customer's notice that another customer can read.
  readNotice: ({ call, answer }) => ({
    call,
    answer: async (request, house) => {
      const own = await answer(request, house)
      return isRefused(own) && own.refused === 'unknown_notice' ? LET_IN : own
    },
  }),
}

test('five planted wrong callers are caught', async () => {
  const planted = await openedHouse((routes) =>
    routes.map((route) => {
      const name = (Object.keys(CALLS) as CallName[]).find((each) => CALLS[each] === route.call)
      return (name && PLANTED[name]?.(route)) ?? route
    }),
  )
  const caught: Record<string, number> = {}
  for (const name of [...(Object.keys(PLANTED) as CallName[]), 'listNotices', 'readFigures'] as const) {
    caught[name] = (await unlikeMatrix(planted, name)).length
  }
  await planted.close()
  expect(caught).toEqual({
    readProfile: 11,
    isWatched: 6,
    readSeat: 2,
    listSeatSessions: 5,
    readNotice: 1,
    listNotices: 0,
    readFigures: 0,
  })
})
