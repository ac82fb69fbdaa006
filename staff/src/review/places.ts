import { createContext, use } from 'react'
import { mayCall, type Role } from '@lonja/core/base/contract'
import type { TextKey } from '@lonja/kit/text'
import { useSeat } from '../staff/seat.ts'

/** The page of a kind's queue, its label in the menu, and the roles that see it. */
export interface QueuePlace {
  readonly kind: string
  readonly path: string
  readonly label: TextKey<'console'>
  readonly roles: readonly Role[]
}

/** The console's queues in the order of the menu, which the frame takes from the map of pages. */
export const QueuePlaces = createContext<readonly QueuePlace[]>([])

/** The page with the reviews of a kind; null for no kind of review, and for a seat that does not decide it. */
export function useReviewPath(name: string | null): string | null {
  const { data: seat } = useSeat()
  const queue = use(QueuePlaces).find(({ kind }) => kind === name)
  return queue && seat && mayCall(seat.roles, queue) ? queue.path : null
}
