import type pg from 'pg'

/** The connections of a pool, and the outages that its callers and its lines have met. */
export interface DbLoad {
  readonly inUse: number
  readonly idle: number
  /** The callers that wait for a connection. */
  readonly waiting: number
  readonly outages: number
}

/** Counts the outages of a pool, and tells its load without asking the database. */
export function loadOf(pool: pg.Pool, isOutage: (error: unknown) => boolean) {
  let outages = 0
  return {
    /** Waits for the work, and counts it if an outage ended it. */
    counted: async <T>(work: Promise<T>): Promise<T> => {
      try {
        return await work
      } catch (error) {
        if (isOutage(error)) outages += 1
        throw error
      }
    },
    load: (): DbLoad => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      outages,
    }),
  }
}
