import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Skeleton } from './states.tsx'
import styles from './states.module.css'
import { usePartWords } from './words.tsx'

/** A placeholder for a part of a page: it appears after 200 ms and is announced as loading. */
export function StandIn({ children }: { children: ReactNode }) {
  const words = usePartWords()
  return (
    <div className={styles.late} role="status" data-waiting>
      <span className="said">{words.loading}</span>
      {children}
    </div>
  )
}

/** A page's placeholder: bars at the places and sizes of the content, each with its width and height. */
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
