import { mayCall, type Call } from '@lonja/core/base/contract'
import { readSeat } from '@lonja/core/staff/staff.contract'
import { useRead } from './reads.ts'

/** True if the seat of this browser may make a call; false while the seat is loading. The server decides in any case. */
export function useMay(call: Pick<Call, 'roles'>): boolean {
  const { data: seat } = useRead(readSeat, {}, { quiet: true })
  return seat !== undefined && mayCall(seat.roles, call)
}
