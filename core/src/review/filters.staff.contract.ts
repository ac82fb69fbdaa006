import * as z from 'zod/mini'
import { ROLES, read, write } from '../base/contract.ts'
import { Id } from '../base/wire.ts'
import { FILTER_NAME_MOST } from './filters.rules.ts'

const QUERY_MOST = 300

const Fields = {
  id: Id,
  /** The kind of review whose queue it narrows. */
  kind: z.string().check(z.regex(/^[a-z]{1,20}$/)),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(FILTER_NAME_MOST), z.regex(/^\P{Cc}*$/u)),
  /** The fields of the queue's address: `whose=mine&late=yes`. */
  query: z.string().check(z.maxLength(QUERY_MOST), z.regex(/^[a-z]+=[a-z0-9]+(&[a-z]+=[a-z0-9]+)*$/)),
}

/** The filters of queues that the seat saved, by name. */
export const listSeatFilters = read({
  path: '/staff/filters/list',
  caller: 'seat',
  roles: ROLES,
  summary: 'The filters of queues that the seat saved',
  input: z.strictObject({}),
  reply: z.object({ rows: z.array(z.object(Fields)) }),
})

/** Save a filter of a queue under a name. The same name in the same queue replaces the filter before. */
export const saveSeatFilter = write({
  path: '/staff/filters/save',
  caller: 'seat',
  roles: ROLES,
  key: 'id',
  summary: 'Save a filter of a queue under a name',
  input: z.strictObject(Fields),
  reply: z.object(Fields),
  refusals: ['too_many_filters'],
})

/** Remove a saved filter. Removing it again changes nothing. */
export const removeSeatFilter = write({
  path: '/staff/filters/remove',
  caller: 'seat',
  roles: ROLES,
  key: 'none',
  summary: 'Remove a saved filter of a queue',
  input: z.strictObject({ id: Id }),
  reply: z.object({ id: Id }),
})

export const filtersStaffCalls = { listSeatFilters, saveSeatFilter, removeSeatFilter }
