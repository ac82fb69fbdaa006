import type { InputOf } from '@lonja/core/base/contract'
import { QUEUE_SORTS, QUEUE_WHOSE } from '@lonja/core/review/queue.staff.contract'
import type { exportQueue } from '@lonja/core/reviews.contract'
import { replacePage, urlTo, usePlace, useQuery } from '@lonja/kit/nav'

export type QueueInput = Omit<InputOf<typeof exportQueue>, 'kind' | 'state'>

/** The filters of a queue by their names in the address. */
export const FILTER_NAMES = ['whose', 'late', 'joined', 'restricted', 'way', 'least', 'most', 'sort'] as const
export type FilterName = (typeof FILTER_NAMES)[number]
export type FilterValues = Readonly<Record<FilterName, string>>

export interface QueueFilter {
  readonly values: FilterValues
  /** The fields of the calls; without a filter it has none. */
  readonly input: QueueInput
  /** The number of filters that leave rows out; an order leaves out none. */
  readonly count: number
  /** The filters as fields of an address. */
  readonly query: Readonly<Record<string, string | undefined>>
  readonly set: (name: FilterName, value: string) => void
  readonly clear: () => void
}

const MOST_FIGURES = 9

/** A field's text as whole euros; undefined for any other text, which then filters nothing. */
const eurosOf = (text: string): number | undefined =>
  /^\d+$/.test(text) && text.length <= MOST_FIGURES ? Number(text) : undefined

/** The input of the calls. A value of the address that is none of a filter's own is ignored. */
export function inputOf(values: FilterValues): QueueInput {
  const whose = QUEUE_WHOSE.find((each) => each === values.whose)
  const sort = QUEUE_SORTS.find((each) => each === values.sort)
  const [least, most] = [eurosOf(values.least), eurosOf(values.most)]
  return {
    ...(whose && { whose }),
    ...(values.late === 'yes' && { late: 'yes' }),
    ...(values.joined === 'new' && { joined: 'new' }),
    ...(values.restricted === 'yes' && { restricted: 'yes' }),
    ...(/^[a-z]{1,20}$/.test(values.way) && { way: values.way }),
    ...(least !== undefined && { least }),
    ...(most !== undefined && { most }),
    ...(sort && { sort }),
  }
}

/** The filters as the address says them, so that a narrowed queue can be kept as a link. */
export function useQueueFilter(): QueueFilter {
  const { path } = usePlace()
  const query = useQuery()
  const values = Object.fromEntries(FILTER_NAMES.map((name) => [name, query.get(name) ?? ''])) as FilterValues
  const input = inputOf(values)
  const queryOf = (next: FilterValues) =>
    Object.fromEntries(FILTER_NAMES.map((name) => [name, next[name] || undefined]))
  const state = query.get('state') ?? undefined
  return {
    values,
    input,
    count: Object.keys(input).filter((name) => name !== 'sort').length,
    query: queryOf(values),
    set: (name, value) => replacePage(urlTo(path, { state, ...queryOf({ ...values, [name]: value }) })),
    clear: () => replacePage(urlTo(path, { state })),
  }
}
