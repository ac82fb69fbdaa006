import { useEffect, useState } from 'react'
import { Loading } from '@lonja/kit/parts/states'
import { PageFailed } from './PageFailed.tsx'

/** Spec section 9: a page's code times out after 60 s. */
const GIVE_UP_MS = 60_000

/** The loading view. The page before has stayed for the 200 ms until it appears (`waitForScreen`). */
export function PageWait({ onBack }: { onBack?: () => void }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), GIVE_UP_MS)
    return () => clearTimeout(timer)
  }, [])
  return late ? <PageFailed {...(onBack && { onBack })} /> : <Loading now />
}
