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

/** A name in a reply. Its list is open, so only the form is checked: an older client reads a newer house's names. */
export const nameOf = <Name extends string>(): z.ZodMiniType<Name, Name> =>
  z.string().check(z.regex(/^[a-z][a-z0-9_]{1,40}$/)) as unknown as z.ZodMiniType<Name, Name>

const declared = new Map<string, readonly string[]>()

/** Declares the names of a list. The roof calls it once for each list, when it has joined the parts. */
export function declareNames(list: keyof HouseLists, names: readonly string[]): void {
  declared.set(list, names)
}

/**
 * A name that a caller sends: one of the list's. The names are looked up at the first value, since a contract is read
 * before the roof has joined its lists. A page of the app or console may not load the roof; it checks the form, and the
 * server, which always has the lists, refuses a name that is not listed.
 */
export const oneOf = <Name extends string>(list: keyof HouseLists): z.ZodMiniType<Name, Name> =>
  z.lazy(() => {
    const names = declared.get(list)
    return names ? z.enum(names) : nameOf<Name>()
  }) as unknown as z.ZodMiniType<Name, Name>
