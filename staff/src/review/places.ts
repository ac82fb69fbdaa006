import { createContext } from 'react'
import type { TextKey } from '@lonja/kit/text'

/** Where the queue of a kind is, and what the menu calls it. */
export interface QueuePlace {
  readonly kind: string
  readonly path: string
  readonly label: TextKey<'console'>
}

/** The queues of the console, in the order of its menu: its frame takes them from the map of pages. */
export const QueuePlaces = createContext<readonly QueuePlace[]>([])
