import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useText } from '@lonja/kit/text'
import { openEditor, type CodeEditor, type EditorPhrases } from './editor.ts'
import type { CodeFault } from './editor.faults.ts'
import styles from './own.module.css'

const NO_FAULTS: readonly CodeFault[] = []

/**
 * The text of a strategy with its line numbers, coloured. It is the editor's own once it is open: `first` is where it begins,
 * and `onOpen` hands over what changes it from outside. Without `onText` it is only read.
 */
export function CodeField(props: {
  label: string
  first: string
  faults?: readonly CodeFault[]
  onText?: (text: string) => void
  onOpen?: (editor: CodeEditor) => void
}) {
  const { label, first, faults = NO_FAULTS, onText, onOpen } = props
  const t = useText('own')
  const host = useRef<HTMLDivElement>(null)
  const latest = useRef({ onText, onOpen })
  const [editor, setEditor] = useState<CodeEditor | null>(null)
  const phrases = usePhrases()
  const readOnly = onText === undefined
  // A change of the language opens the editor anew, with the text as it is.
  const text = useRef(first)
  useLayoutEffect(() => {
    latest.current = { onText, onOpen }
  })
  useLayoutEffect(() => {
    if (!host.current) return
    const opened = openEditor(host.current, {
      text: text.current,
      label,
      description: readOnly ? t('onlyRead') : t('leave'),
      phrases,
      readOnly,
      onText: (next) => {
        text.current = next
        latest.current.onText?.(next)
      },
    })
    setEditor(opened)
    latest.current.onOpen?.(opened)
    return () => opened.close()
  }, [label, phrases, readOnly, t])
  useEffect(() => editor?.mark(faults), [editor, faults])
  // A sideways swipe selects text here; it is not one to the next tab.
  return <div ref={host} className={styles.code} data-own-swipe />
}

/** What CodeMirror says in its search and to screen readers. Its own English texts are the keys. */
function usePhrases(): EditorPhrases {
  const t = useText('own')
  return useMemo(
    () => ({
      Find: t('find'),
      Replace: t('replaceWith'),
      next: t('findNext'),
      previous: t('findPrevious'),
      all: t('findAll'),
      'match case': t('matchCase'),
      regexp: t('matchPattern'),
      'by word': t('matchWords'),
      replace: t('replaceOne'),
      'replace all': t('replaceAll'),
      close: t('closeSearch'),
      'current match': t('currentMatch'),
      'on line': t('onLine'),
      'replaced match on line $': t('replacedOn', { line: '$' }),
      'replaced $ matches': t('replacedMany', { matches: '$' }),
      'Go to line': t('goToLine'),
      go: t('goThere'),
      'Selection deleted': t('selectionDeleted'),
    }),
    [t],
  )
}
