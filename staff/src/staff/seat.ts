import type { ReplyOf } from '@lonja/core/base/contract'
import { readSeat, type claimSeat } from '@lonja/core/staff/staff.contract'
import { useRead } from '@lonja/kit/reads'
import { signIn } from '@lonja/kit/session'

export type Seat = ReplyOf<typeof readSeat>

/** The seat of this browser as the server knows it; undefined while loading. */
export const useSeat = () => useRead(readSeat, {}, { quiet: true })

/** Store the session of a seat that was claimed or signed in to. */
export const takeSeat = ({ token, seat, mark }: ReplyOf<typeof claimSeat>): void =>
  signIn({ token, userId: seat.id, mark })

/** Room for six digits however they are typed or pasted, large enough that no countdown appears. */
export const CODE_MOST = 12
