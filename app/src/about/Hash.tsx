import { useRef } from 'react'
import { copyText } from '@lonja/kit/clipboard'
import { CopySimpleIcon } from '@lonja/kit/parts/page-icons'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { toast } from '@lonja/kit/parts/toast'
import { useText } from '@lonja/kit/text'
import styles from './about.module.css'

interface HashProps {
  label: string
  hash: string
  whole?: boolean
  /** The text that is copied instead, such as the signed line with the hash. */
  copies?: string
}

/** A long hash: shortened, with a button to copy all of it. With `whole` every digit is shown. */
export function Hash({ label, hash, whole, copies = hash }: HashProps) {
  const t = useText('app')
  const shown = useRef<HTMLElement>(null)
  const copy = async () => {
    if (await copyText(copies, shown.current)) toast(t('copied'), { kind: 'done' })
    else toast(t('copyFailed'))
  }
  return (
    <div className={whole ? styles.hashWhole : styles.hash}>
      <span>{label}</span>
      <code ref={shown}>{whole || hash.length <= 12 ? hash : `${hash.slice(0, 4)}…${hash.slice(-4)}`}</code>
      <IconButton icon={CopySimpleIcon} size={20} label={`${t('copy')}: ${label}`} onClick={() => void copy()} />
    </div>
  )
}
