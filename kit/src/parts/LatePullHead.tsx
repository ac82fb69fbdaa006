import { useEffect, useState, type ComponentProps, type ComponentType } from 'react'
import type { PullHead } from './PullHead.tsx'

type Props = ComponentProps<typeof PullHead>

let code: ComponentType<Props> | null = null

/** The pull-to-refresh head, whose code comes after the page: nobody pulls at a page that is not drawn yet. */
export function LatePullHead(props: Props) {
  const [Head, setHead] = useState<ComponentType<Props> | null>(() => code)
  useEffect(() => {
    if (Head) return
    let hasLeft = false
    // Without its code the page works, but for the pull; the next page asks again.
    import('./PullHead.tsx').then(
      (module) => {
        code = module.PullHead
        if (!hasLeft) setHead(() => module.PullHead)
      },
      () => undefined,
    )
    return () => {
      hasLeft = true
    }
  }, [Head])
  // Its place is taken from the start: the part below is never the first of the page, which would stand higher.
  return Head ? <Head {...props} /> : <div />
}
