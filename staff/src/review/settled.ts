import { useEffect, useState } from 'react'

const PAUSE_MS = 200

/**
 * The typed text, once typing has paused, so that the server is not asked about every letter. The first value is
 * immediate.
 */
export function useSettled(words: string): string {
  const [settled, setSettled] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), words === '' ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words])
  return settled
}
