import { useEffect, useRef, useState, type RefObject } from 'react'
import { CircleNotchIcon } from './icons.tsx'
import { pixels } from './gestures.ts'
import styles from './PullHead.module.css'
import { toast } from './toast.ts'
import { usePartWords } from './words.tsx'

const THRESHOLD = 45
const HEAD = 50
const RESISTANCE = 2

type Pull = 'rest' | 'pulled' | 'enough' | 'busy'

/** A reload that failed: it says so, or its read has an error. */
const hasFailed = (outcome: unknown): boolean =>
  outcome === false ||
  (typeof outcome === 'object' && outcome !== null && 'isError' in outcome && outcome.isError === true)

/**
 * The pull-to-refresh head of a list: released past 45 px, it stays at 50 px while the list reloads. The end of a reload is said as
 * a toast (spec section 8); the page itself says a failure.
 */
export function PullHead(props: { scroller: RefObject<HTMLElement | null>; onRefresh: () => Promise<unknown> }) {
  const words = usePartWords()
  const head = useRef<HTMLDivElement>(null)
  const pull = usePull(props.scroller, head, async () => {
    if (!hasFailed(await props.onRefresh())) toast(words.refreshed)
  })
  return (
    <div ref={head} className={styles.head} data-pull={pull} role="status">
      {pull !== 'rest' && (
        <span className={styles.text}>
          <CircleNotchIcon size={18} className={styles.turn} />
          {pull === 'busy' ? words.refreshing : pull === 'enough' ? words.release : words.pull}
        </span>
      )}
    </div>
  )
}

function usePull(
  content: RefObject<HTMLElement | null>,
  head: React.RefObject<HTMLDivElement | null>,
  onRefresh: () => Promise<unknown>,
): Pull {
  const [pull, setPull] = useState<Pull>('rest')
  const latest = useRef(onRefresh)
  useEffect(() => {
    latest.current = onRefresh
  })
  useEffect(() => {
    const scroller = content.current
    if (!scroller) return
    let from: number | null = null
    let now: Pull = 'rest'
    const show = (next: Pull, height: number) => {
      if (head.current) head.current.style.height = `${height}px`
      if (next !== now) setPull((now = next))
    }
    const begin = ({ touches, target }: TouchEvent) => {
      const touch = touches[0]
      // The touched element may use the drag itself: a chart's crosshair.
      const isElsewhere = target instanceof Element && target.closest('[data-own-pull]') !== null
      const still = now === 'rest' && scroller.scrollTop <= 0 && touches.length === 1 && !isElsewhere
      from = still && touch ? touch.clientY : null
    }
    const move = (event: TouchEvent) => {
      const touch = event.touches[0]
      if (from === null || !touch) return
      const pulled = (touch.clientY - from) / RESISTANCE
      if (now === 'rest' && pulled < 4) {
        if (pulled < -2) from = null
        return
      }
      if (event.cancelable) event.preventDefault()
      const height = Math.max(0, Math.min(pulled, pixels(2 * HEAD)))
      show(height >= pixels(THRESHOLD) ? 'enough' : 'pulled', height)
    }
    const end = () => {
      from = null
      if (now !== 'enough') return now === 'pulled' ? show('rest', 0) : undefined
      show('busy', pixels(HEAD))
      const rest = () => show('rest', 0)
      latest.current().then(rest, rest)
    }
    scroller.addEventListener('touchstart', begin, { passive: true })
    scroller.addEventListener('touchmove', move, { passive: false })
    scroller.addEventListener('touchend', end)
    scroller.addEventListener('touchcancel', end)
    return () => {
      scroller.removeEventListener('touchstart', begin)
      scroller.removeEventListener('touchmove', move)
      scroller.removeEventListener('touchend', end)
      scroller.removeEventListener('touchcancel', end)
    }
  }, [content, head])
  return pull
}
