import type { Act } from '@lonja/core/audit/audit.rules'

/** What a customer reads of an act: role and number of the seat, the reason's code, the device of a sign-in. Nothing else of it. */
export const activityOf = ({ id, act, at, seat, about, detail }: Act) => ({
  ...{ id, act, at, about, role: seat?.role ?? null, seat: seat?.number ?? null },
  reason: textIn(detail['reason']),
  device: seat === null ? textIn(detail['device']) : null,
})

export const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null)
