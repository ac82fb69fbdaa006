import { createContext } from 'react'
import type { Role } from '@lonja/core/base/contract'
import type { TextKey } from '@lonja/kit/text'

/** The page of a kind's queue, its label in the menu, and the roles that see it. */
export interface QueuePlace {
  readonly kind: string
  readonly path: string
  readonly label: TextKey<'console'>
  readonly roles: readonly Role[]
}

/** The console's queues in the order of the menu, which the frame takes from the map of pages. */
export const QueuePlaces = createContext<readonly QueuePlace[]>([])
