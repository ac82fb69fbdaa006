import { useEffect, useRef } from 'react'
import { hrefTo } from '@lonja/kit/nav'
import { Dialog } from '@lonja/kit/parts/Dialog'
import { useText } from '@lonja/kit/text'
import { PAGES } from '../routes.ts'
import { PageCount } from './late.tsx'
import styles from './GoTo.module.css'

const WAYS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Every page by its name, with what waits there: arrows move, Enter opens. */
export function GoTo({ paths, onClose }: { paths: readonly string[]; onClose: () => void }) {
  const t = useText('console')
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => list.current?.querySelector('a')?.focus(), [])
  const moved = (event: React.KeyboardEvent) => {
    const by = WAYS[event.key]
    if (by === undefined) return
    event.preventDefault()
    const links = [...(list.current?.querySelectorAll('a') ?? [])]
    const at = links.findIndex((link) => link === document.activeElement)
    links.at((at + by + links.length) % links.length)?.focus()
  }
  return (
    <Dialog title={t('goTo')} onClose={onClose}>
      <ul ref={list} className={styles.list}>
        {paths.map((path) => (
          <li key={path}>
            <a href={hrefTo(path)} onClick={onClose} onKeyDown={moved}>
              {PAGES[path] && t(PAGES[path].label)}
            </a>
            {PAGES[path] && <PageCount page={PAGES[path]} />}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
