import { useRef } from 'react'
import { leaveField } from '@lonja/kit/focus'
import { useKeys } from '@lonja/kit/keys'
import { KeyCap } from '@lonja/kit/parts/KeyCap'
import { MagnifyingGlassIcon } from '@lonja/kit/parts/page-icons'
import { useText } from '@lonja/kit/text'
import styles from './FindBox.module.css'

const MOST = 40

/** The search of a queue or a list: `/` focuses it, Enter opens the first match, Escape clears it and then leaves it. */
export function FindBox(props: {
  words: string
  onWords: (words: string) => void
  onFirst: () => void
  /** The name of the field and its hint; a queue's own if they are left out. */
  label?: string
  hint?: string
}) {
  const { words, onWords, onFirst } = props
  const t = useText('review')
  const { label = t('find'), hint = t('findHint') } = props
  const box = useRef<HTMLInputElement>(null)
  useKeys([{ key: '/', label: t('keyFind'), act: () => box.current?.select() }])
  const pressed = (event: React.KeyboardEvent) => {
    if (event.key === 'Enter') onFirst()
    else if (event.key !== 'Escape') return
    else if (words === '') leaveField(box.current)
    else onWords('')
    event.preventDefault()
  }
  return (
    <div role="search" className={styles.box}>
      <MagnifyingGlassIcon size={16} />
      <input
        ref={box}
        type="search"
        className={styles.input}
        value={words}
        maxLength={MOST}
        placeholder={hint}
        aria-label={label}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => onWords(event.target.value)}
        onKeyDown={pressed}
      />
      <KeyCap of="/" />
    </div>
  )
}
