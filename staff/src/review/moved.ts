import { createContext, useContext, useState } from 'react'
import type { QueueRow } from './queue.ts'

/** The list's news about the opened review: it has left the queue, or the seat that held it holds it no longer. */
type ReviewMove = 'gone' | 'free' | null

export const MovedSince = createContext<ReviewMove>(null)
export const useMoved = (): ReviewMove => useContext(MovedSince)

/**
 * The change of a review since it was opened. `rows` null: the list is incomplete, so nothing is known. The list must
 * first have shown the review as present, or held, because a list older than the opening would report too early.
 */
export function useMovedIn(rows: readonly QueueRow[] | null, id: string | null): ReviewMove {
  const [seen, setSeen] = useState<{ id: string; held: boolean } | null>(null)
  const row = rows?.find((each) => each.id === id)
  const isHeld = row !== undefined && row.holder !== null && !row.holder.own
  if (row && (seen?.id !== row.id || (isHeld && !seen.held))) setSeen({ id: row.id, held: isHeld })
  if (rows === null || id === null || seen?.id !== id) return null
  return row === undefined ? 'gone' : seen.held && !isHeld ? 'free' : null
}
