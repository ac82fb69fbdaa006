import { useRef } from 'react'
import { InfoIcon } from './icons.tsx'
import { useStripHeight } from './strip-height.ts'
import styles from './PracticeStrip.module.css'

/** The permanent strip, 24 px: practice money, and the source of prices. A tap explains it. */
export function PracticeStrip({ text, onOpen }: { text: string; onOpen: () => void }) {
  const ref = useRef<HTMLButtonElement>(null)
  useStripHeight(ref)
  return (
    <button ref={ref} type="button" className={styles.strip} onClick={onOpen} aria-haspopup="dialog">
      <span>{text.replaceAll(' · ', '\u00a0· ')}</span>
      <InfoIcon size={14} />
    </button>
  )
}
