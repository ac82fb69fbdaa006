import { createContext } from 'react'
import type { TextKey } from '@lonja/kit/text'

/** The page of a kind's queue, and its label in the menu. */
export interface QueuePlace {
  readonly kind: string
  readonly path: string
  readonly label: TextKey<'console'>
}

/** The console's queues in the order of the menu, which the frame takes from the map of pages. */
export const QueuePlaces = createContext<readonly QueuePlace[]>([])
