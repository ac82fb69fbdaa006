import type { Instant } from '@lonja/core/base/instant'
import { Id } from '@lonja/core/base/wire'
import * as z from 'zod/mini'

/** A row's place in a list by time and id. */
export interface TimedPlace {
  readonly at: Instant
  readonly id: string
}

/** The place in the cursor of such a list, `at.id`; null for an invalid cursor, which begins the list. */
export function placeIn(cursor: string | undefined): TimedPlace | null {
  const [at = '', id] = cursor?.split('.') ?? []
  const decoded = z.safeParse(Id, id)
  return decoded.success && /^\d{1,15}$/.test(at) ? { at: Number(at), id: decoded.data } : null
}
