import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Skeleton } from './states.tsx'
import styles from './states.module.css'
import { usePartWords } from './words.tsx'

/** What stands in for a part of a page until it is there: it shows after 200 ms and is said to load. */
export function StandIn({ children }: { children: ReactNode }) {
  const words = usePartWords()
  return (
    <div className={styles.late} role="status" data-waiting>
      <span className="said">{words.loading}</span>
      {children}
    </div>
  )
}

/** A page before its data: bars in the places and sizes of what will come, each as wide and high as said. */
export function SkeletonBlocks({ of }: { of: readonly (readonly [width: string, height: number])[] }) {
  const words = usePartWords()
  return (
    <div className={cx(styles.blocks, styles.late)} role="status" data-waiting>
      <span className="said">{words.loading}</span>
      {of.map(([width, height], index) => (
        <Skeleton key={index} width={width} height={height} />
      ))}
    </div>
  )
}
