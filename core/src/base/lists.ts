import * as z from 'zod/mini'

/**
 * The names in the lists of the house, as types. A feature brings its part of every list in `<feature>.lists.ts`, the roof joins
 * the parts and fills in this interface (`core/src/lists.ts`). A name that no feature brings does not compile on any floor, and no
 * floor names what stands above it.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface HouseLists {}

/** The names in one list. Any text in a room that does not see the roof. */
export type NameIn<List extends string> =
  HouseLists extends Readonly<Record<List, infer Name extends string>> ? Name : string

/** A name on the wire. The list it comes from is open, so the form alone is checked here. */
export const nameOf = <Name extends string>(): z.ZodMiniType<Name, Name> =>
  z.string().check(z.regex(/^[a-z][a-z0-9_]{1,40}$/)) as unknown as z.ZodMiniType<Name, Name>
