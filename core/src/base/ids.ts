import type * as z from 'zod/mini'
import { Id } from './wire.ts'

/*
 * Ids of different things are types of their own, so that the compiler refuses a seat's id where a customer's is wanted.
 * On the wire and at run time each is a plain text: the name beside each type is its codec in a contract.
 */

interface NamedId<Kind extends string> {
  readonly idOf: Kind
}

/** An id of a kind of thing. */
export type IdOf<Kind extends string> = string & NamedId<Kind>

/** A customer's id. */
export type CustomerId = IdOf<'customer'>
/** The id of a seat of staff. */
export type SeatId = IdOf<'seat'>
/** The house where a customer or a seat could stand: the subject of records that concern no customer. */
export type HouseId = IdOf<'house'>
/** An order's id, which its ticket brings. */
export type OrderId = IdOf<'order'>
/** A fill's id. */
export type FillId = IdOf<'fill'>
/** A lot's id. */
export type LotId = IdOf<'lot'>
/** The id of a run of a strategy. */
export type RunId = IdOf<'run'>

export const CustomerId = Id as unknown as z.ZodMiniType<CustomerId, string>
export const SeatId = Id as unknown as z.ZodMiniType<SeatId, string>
export const OrderId = Id as unknown as z.ZodMiniType<OrderId, string>
export const FillId = Id as unknown as z.ZodMiniType<FillId, string>
export const LotId = Id as unknown as z.ZodMiniType<LotId, string>

/** The id of the lot that a buy's fill opens: the fill's own. */
export const lotOf = (fill: FillId): LotId => fill as string as LotId
