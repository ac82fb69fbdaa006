import type { CustomerId, SeatId, OrderId, FillId, LotId } from './ids.ts'

/** Any text as an id of its kind, for tests of rules, which never look into one. */
export const aCustomer = (text: string): CustomerId => text as CustomerId
export const aSeat = (text: string): SeatId => text as SeatId
export const anOrder = (text: string): OrderId => text as OrderId
export const aFill = (text: string): FillId => text as FillId
export const aLot = (text: string): LotId => text as LotId
