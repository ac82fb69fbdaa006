import { SECOND } from '../base/instant.ts'

/** A server renews its row at this interval. After the longer time without one, another takes its orders over. */
export const RENEW_EVERY_MS = 2 * SECOND
export const SILENT_AFTER_MS = 8 * SECOND
/**
 * A renewal later than this after the one before is late: the server, or its way to the database, was away. For
 * `SILENT_AFTER_MS` from then on it takes no other server for dead, because the others may have been away with it.
 */
export const LATE_AFTER_MS = 2 * RENEW_EVERY_MS
