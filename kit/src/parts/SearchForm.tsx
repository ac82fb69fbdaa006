import { useEffect, type RefObject } from 'react'
import { Button } from './Button.tsx'
import { IconButton } from './IconButton.tsx'
import { MagnifyingGlassIcon, XIcon } from './page-icons.tsx'
import styles from './SearchForm.module.css'

/**
 * The header of a search page, focused from the start. Escape clears the text, and ends the search if it is empty; the
 * page handles Enter.
 */
export function SearchForm(props: {
  /** The page's title for screen readers. */
  title: string
  label: string
  hint: string
  words: string
  input: RefObject<HTMLInputElement | null>
  names: { readonly clear: string; readonly end: string }
  onWords: (words: string) => void
  onDone: () => void
  onEnd: () => void
}) {
  const { title, label, hint, words, input, names, onWords, onDone, onEnd } = props
  useEffect(() => input.current?.focus(), [input])
  const empty = () => {
    onWords('')
    input.current?.focus()
  }
  return (
    <form
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault()
        onDone()
      }}
    >
      <h1 className="said" tabIndex={-1}>
        {title}
      </h1>
      <span className={styles.box}>
        <MagnifyingGlassIcon size={22} />
        <input
          ref={input}
          className={styles.input}
          type="search"
          value={words}
          maxLength={60}
          placeholder={hint}
          aria-label={label}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          onChange={(event) => onWords(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.preventDefault()
            if (words === '') onEnd()
            else empty()
          }}
        />
        {words !== '' && <IconButton icon={XIcon} size={18} label={names.clear} onClick={empty} />}
      </span>
      <span className={styles.end}>
        <Button look="text" small label={names.end} onClick={onEnd} />
      </span>
    </form>
  )
}
