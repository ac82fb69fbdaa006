import { useLayoutEffect, useRef } from 'react'
import { InfoIcon } from './icons.tsx'
import styles from './PracticeStrip.module.css'

/** The permanent strip, 24 px: practice money, and the source of prices. A tap explains it. */
export function PracticeStrip({ text, onOpen }: { text: string; onOpen: () => void }) {
  const ref = useRef<HTMLButtonElement>(null)
  // Sheets and dialogs dim the page below the strip, never the strip itself.
  useLayoutEffect(() => {
    const strip = ref.current
    if (!strip) return
    const measure = () => {
      const { height } = strip.getBoundingClientRect()
      const { style } = document.documentElement
      // The tokens contain the usual height. Setting it again would restyle the whole page.
      if (Math.abs(height - parseFloat(getComputedStyle(strip).minHeight)) < 0.5) style.removeProperty('--strip-height')
      else style.setProperty('--strip-height', `${height}px`)
    }
    const watcher = new ResizeObserver(measure)
    watcher.observe(strip)
    return () => watcher.disconnect()
  }, [])
  return (
    <button ref={ref} type="button" className={styles.strip} onClick={onOpen} aria-haspopup="dialog">
      <span>{text.replaceAll(' · ', '\u00a0· ')}</span>
      <InfoIcon size={14} />
    </button>
  )
}
