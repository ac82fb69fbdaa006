import { useRef } from 'react'
import { copyText } from '../clipboard.ts'
import { useText } from '../text.ts'
import { IconButton } from './IconButton.tsx'
import { CopySimpleIcon } from './late-icons.tsx'
import { toast } from './toast.ts'
import styles from './CopiedHash.module.css'

interface CopiedHashProps {
  label: string
  hash: string
  /** The text that is copied instead, such as the signed line with the hash. */
  copies?: string
}

/** A long text, such as a hash, in full under its label, with a button that copies it. */
export function CopiedHash({ label, hash, copies = hash }: CopiedHashProps) {
  const say = useText('app')
  const shown = useRef<HTMLElement>(null)
  const copy = async () => {
    if (await copyText(copies, shown.current)) toast(say('copied'), { kind: 'done' })
    else toast(say('copyFailed'))
  }
  return (
    <div className={styles.copied}>
      <span>{label}</span>
      <code ref={shown}>{hash}</code>
      <IconButton icon={CopySimpleIcon} size={20} label={`${say('copy')}: ${label}`} onClick={() => void copy()} />
    </div>
  )
}
