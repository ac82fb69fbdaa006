import { refuse, type Refused } from '../base/refusal.ts'

/** The longest name of a saved filter, in characters, and the most filters that one seat saves. */
export const FILTER_NAME_MOST = 40
export const FILTERS_MOST = 30

/** A queue's filter that a seat saved. */
export interface SeatFilter {
  readonly id: string
  readonly kind: string
  readonly name: string
}

/** Save a filter: under a name that the seat uses in this queue already, it replaces that one. */
export function decideSave(
  { kind, name }: Pick<SeatFilter, 'kind' | 'name'>,
  own: readonly SeatFilter[],
): { replaces: string | null } | Refused<'too_many_filters'> {
  const same = own.find((each) => each.kind === kind && each.name === name)
  if (same) return { replaces: same.id }
  return own.length < FILTERS_MOST ? { replaces: null } : refuse('too_many_filters', { most: String(FILTERS_MOST) })
}
