import * as z from 'zod/mini'

/**
 * The names in the lists of the house, as types. A feature defines its part of every list in `<feature>.lists.ts`; the
 * roof joins the parts and fills in this interface (`core/src/lists.ts`). A name that no feature defines does not
 * compile on any floor, and no floor names the features above it.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface HouseLists {}

/** The names in one list. In a room that does not see the roof it is any text. */
export type NameIn<List extends string> =
  HouseLists extends Readonly<Record<List, infer Name extends string>> ? Name : string

/** A name on the wire. Its list is open, so only the form is checked here. */
export const nameOf = <Name extends string>(): z.ZodMiniType<Name, Name> =>
  z.string().check(z.regex(/^[a-z][a-z0-9_]{1,40}$/)) as unknown as z.ZodMiniType<Name, Name>
