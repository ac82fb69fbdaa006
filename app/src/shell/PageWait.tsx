import { useEffect, useState } from 'react'
import { Loading } from '@lonja/kit/parts/states'
import { PageFailed } from './PageFailed.tsx'

/** Spec section 9: a page's code times out after 60 s. The loading view itself appears after 200 ms. */
const GIVE_UP_MS = 60_000

export function PageWait({ onBack }: { onBack?: () => void }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), GIVE_UP_MS)
    return () => clearTimeout(timer)
  }, [])
  return late ? <PageFailed {...(onBack && { onBack })} /> : <Loading />
}
