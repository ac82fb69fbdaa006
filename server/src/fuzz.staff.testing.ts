import { newId } from './base/ids.ts'
import { idFrom, maybe, paged, type Dice, type Fields } from './fuzz.dice.testing.ts'

/** A seat of staff with all roles, a link that it could claim, and its next one-time code. */
export interface KnownSeat {
  readonly token: string
  readonly name: string
  readonly password: string
  readonly code: string
  readonly sessions: readonly string[]
  readonly link: string
  readonly setUp: string
  readonly setUpCode: string
}

type Make = (who: { readonly seat: KnownSeat }, chance: Dice) => Fields

/** Calls of staff, as a seat of their own would send them. */
export const STAFF = {
  listActivity: (_who, chance) => paged(chance),
  listAudit: (_who, chance) => ({
    ...paged(chance),
    ...maybe(chance, () => ({ act: chance.pick(['seat_claimed', 'signed_in']) })),
    ...maybe(chance, () => ({ seat: newId() })),
  }),
  checkAudit: (_who, chance) => maybe(chance, () => ({ chain: newId() })),
  readSeatLink: ({ seat }) => ({ link: seat.link }),
  claimSeat: ({ seat: { link, setUp, setUpCode } }, chance) => ({
    ...{ link, setUp, code: setUpCode, name: `Ana ${chance.below(1_000_000_000)}` },
    ...{ password: 'long enough so', again: 'long enough so' },
  }),
  signInSeat: ({ seat: { name, password, code } }) => ({ name, password, code }),
  signOutSeat: () => ({}),
  readSeat: () => ({}),
  listSeatSessions: () => ({}),
  endSeatSession: ({ seat }, chance) => ({ id: chance.once(10) ? 'others' : idFrom(seat.sessions, chance) }),
} satisfies Readonly<Record<string, Make>>
