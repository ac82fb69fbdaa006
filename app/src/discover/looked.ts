import type { ListingId } from '@lonja/core/base/amount'
import { currentSession } from '@lonja/kit/session'

/*
 * The first share whose page was looked at in this window. The page of a share sends nothing for it: home tells the
 * house when the first steps are shown next, so that a newcomer's other devices know it too.
 */

interface Look {
  readonly listing: ListingId
  /** The session in which it happened; null for one before the log-in, which counts for whoever logs in next. */
  readonly token: string | null
}

let first: Look | null = null

const isOfNow = ({ token }: Look): boolean => token === null || token === currentSession()?.token

export function rememberLook(listing: ListingId): void {
  if (first === null || !isOfNow(first)) first = { listing, token: currentSession()?.token ?? null }
}

/** The share that was looked at first by whoever is signed in; null for none. */
export const firstLook = (): ListingId | null => (first !== null && isOfNow(first) ? first.listing : null)

/** The house knows of it, so that nobody else is told to have looked. */
export function forgetLook(): void {
  first = null
}
