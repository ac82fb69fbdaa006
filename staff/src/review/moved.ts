import { createContext, useContext, useState } from 'react'
import type { QueueRow } from './queue.ts'

/** What the list beside it says of what is opened: it has left the queue, or another seat that held it holds it no more. */
type Moved = 'gone' | 'free' | null

export const MovedSince = createContext<Moved>(null)
export const useMoved = (): Moved => useContext(MovedSince)

/**
 * What has become of something since it was opened. `rows` null: the list is not the whole one, and says nothing. It has to have
 * said before that it was there, or held: a list that is older than the opening would speak too early.
 */
export function useMovedIn(rows: readonly QueueRow[] | null, id: string | null): Moved {
  const [seen, setSeen] = useState<{ id: string; held: boolean } | null>(null)
  const row = rows?.find((each) => each.id === id)
  const isHeld = row !== undefined && row.holder !== null && !row.holder.own
  if (row && (seen?.id !== row.id || (isHeld && !seen.held))) setSeen({ id: row.id, held: isHeld })
  if (rows === null || id === null || seen?.id !== id) return null
  return row === undefined ? 'gone' : seen.held && !isHeld ? 'free' : null
}
