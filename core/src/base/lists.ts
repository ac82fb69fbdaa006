import * as z from 'zod/mini'
import { assert } from './assert.ts'

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

/** A name in a reply. Its list is open, so only the form is checked: an older client reads a newer house's names. */
export const nameOf = <Name extends string>(): z.ZodMiniType<Name, Name> =>
  z.string().check(z.regex(/^[a-z][a-z0-9_]{1,40}$/)) as unknown as z.ZodMiniType<Name, Name>

const declared = new Map<string, readonly string[]>()

/** Declares the names of a list. The roof calls it once for each list, when it has joined the parts. */
export function declareNames(list: keyof HouseLists, names: readonly string[]): void {
  declared.set(list, names)
}

/**
 * A name that a caller sends, as a filter: one of the list's. The names are looked up at the first value, since a
 * contract is read before the roof has joined its lists. Asserts that they are declared by then.
 */
export const oneOf = <Name extends string>(list: keyof HouseLists): z.ZodMiniType<Name, Name> =>
  z.lazy(() => {
    const names = declared.get(list)
    assert(names !== undefined, `the names of the list ${list} are declared`)
    return z.enum(names)
  }) as unknown as z.ZodMiniType<Name, Name>
