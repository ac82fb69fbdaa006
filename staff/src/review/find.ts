import { useEffect, useState } from 'react'
import { replacePage, urlTo, useQuery } from '@lonja/kit/nav'

/** The pause in typing after which the search runs. */
const TYPED_MS = 250

/** The search text is stored in the address, so that Back returns to the same list. */
export function useFind(path: string): [find: string, typed: string, setTyped: (typed: string) => void] {
  const find = useQuery().get('find') ?? ''
  const [typed, setTyped] = useState(find)
  useEffect(() => {
    if (typed.trim() === find) return
    const timer = setTimeout(() => replacePage(urlTo(path, { find: typed.trim() || undefined })), TYPED_MS)
    return () => clearTimeout(timer)
  }, [typed, find, path])
  return [find, typed, setTyped]
}
