/** A moment: whole milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE

/** A calendar day in a named time zone, in ISO form: `2026-11-21`. */
export type Day = `${number}-${number}-${number}`
