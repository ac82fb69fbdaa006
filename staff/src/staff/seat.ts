import type { Call, ReplyOf } from '@lonja/core/base/contract'
import { readSeat, type claimSeat } from '@lonja/core/staff/staff.contract'
import { useRead } from '@lonja/kit/reads'
import { signIn } from '@lonja/kit/session'

export type Seat = ReplyOf<typeof readSeat>

/** The seat of this browser as the house knows it; undefined until it has said so. */
export const useSeat = () => useRead(readSeat, {}, { quiet: true })

/** A seat that was claimed or signed in at is held by this browser from now on. */
export const takeSeat = ({ token, seat }: ReplyOf<typeof claimSeat>): void => signIn({ token, userId: seat.id })

/** Room for six figures as somebody types or pastes them; so much of it that nothing is counted down while they do. */
export const CODE_MOST = 12

/** Whether a seat with these roles may make a call, or see a page. */
export const mayCall = (roles: Seat['roles'], { roles: allowed }: Pick<Call, 'roles'>): boolean =>
  allowed === undefined || allowed.some((role) => roles.includes(role))
