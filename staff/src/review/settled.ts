import { useEffect, useState } from 'react'

const PAUSE_MS = 200

/** What was typed, once the typing has paused: the house is not asked about every letter. Nothing is said at once. */
export function useSettled(words: string): string {
  const [settled, setSettled] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), words === '' ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words])
  return settled
}
