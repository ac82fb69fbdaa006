import { isRefused, refuse } from '@lonja/core/base/refusal'
import { decideSave } from '@lonja/core/review/filters.rules'
import { listSeatFilters, removeSeatFilter, saveSeatFilter } from '@lonja/core/review/filters.staff.contract'
import { recordAct } from '../audit/audit.actions.ts'
import { onStaffRead, onStaffWrite } from '../door/serve.staff.ts'
import type { Route } from '../door/serve.ts'
import { insertFilter, listFiltersOf, removeFilter } from './filters.store.ts'

/** The filters of queues that each seat saves for itself. */
export const filtersRoutes: Route[] = [
  onStaffRead(listSeatFilters, async ({ tx, seat }) => ({ rows: await listFiltersOf(tx, seat.id) })),

  onStaffWrite(saveSeatFilter, {
    handle: async ({ tx, seat, now }, filter) => {
      const own = await listFiltersOf(tx, seat.id)
      if (own.some(({ id }) => id === filter.id)) return refuse('key_reused')
      const decision = decideSave(filter, own)
      if (isRefused(decision)) return decision
      if (decision.replaces !== null) await removeFilter(tx, seat.id, decision.replaces)
      await insertFilter(tx, seat.id, filter, now)
      await recordAct(tx, { customer: null, seat, act: 'saved_filter', about: null, detail: {}, at: now })
      return filter
    },
  }),

  onStaffWrite(removeSeatFilter, {
    handle: async ({ tx, seat, now }, { id }) => {
      if (await removeFilter(tx, seat.id, id))
        await recordAct(tx, { customer: null, seat, act: 'removed_filter', about: null, detail: {}, at: now })
      return { id }
    },
  }),
]
