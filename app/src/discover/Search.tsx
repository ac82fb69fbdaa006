import { useEffect, useRef, useState, type RefObject } from 'react'
import type { ListingId } from '@lonja/core/base/amount'
import { isOff } from '@lonja/kit/first'
import { back, hrefTo, useQuery } from '@lonja/kit/nav'
import { Screen } from '@lonja/kit/parts/Screen'
import { SearchForm } from '@lonja/kit/parts/SearchForm'
import { toast } from '@lonja/kit/parts/toast'
import { readStored, storeText } from '@lonja/kit/stored'
import { useText } from '@lonja/kit/text'
import { ALERTS_PATH } from '../watchlist/lists.ts'
import { HISTORY_KEY, historyIn, remembered } from './history.ts'
import { SearchResults } from './SearchResults.tsx'
import { Popular, Recent } from './SearchStart.tsx'
import styles from './search.module.css'

/** The search is sent after this pause in typing. */
const REST_MS = 150

/** The longest query that the server accepts. */
const MOST_LETTERS = 60

/** Search by code or name, with recent searches; popular instruments below, so that the page is never blank. */
export function Search() {
  const t = useText('discover')
  const query = useQuery()
  const [words, setWords] = useState((query.get('words') ?? '').slice(0, MOST_LETTERS))
  const leads = leadsFor(query.get('for'))
  const { history, keep, forget } = useHistory()
  const searchText = useRested(words.trim())
  const page = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  useWalk(page, input)
  const choose = (chosen: string) => {
    setWords(chosen)
    input.current?.focus()
  }
  return (
    <div ref={page} className={styles.page}>
      <Screen
        header={
          <SearchForm
            title={t('searchTitle')}
            label={t('search')}
            hint={t('search')}
            words={words}
            input={input}
            names={{ clear: t('clear'), end: t('cancel') }}
            onWords={setWords}
            onDone={() => {
              keep(words)
              choicesIn(page.current)[0]?.focus()
            }}
            onEnd={() => back()}
          />
        }
      >
        {words.trim() === '' || searchText === '' ? (
          <>
            {history.length > 0 && <Recent history={history} onChoose={choose} onForget={forget} />}
            <Popular leads={leads} />
          </>
        ) : (
          <SearchResults words={searchText} onOpen={keep} leads={leads} />
        )}
      </Screen>
    </div>
  )
}

/** In the search for a new alert or an option, a result leads to its form. */
const LEADS: Readonly<Record<string, (listing: ListingId) => string>> = {
  alert: (listing) => hrefTo(ALERTS_PATH, { listing }),
  option: (listing) => hrefTo('/subPackages/home/options/options', { listing }),
}

const leadsFor = (purpose: string | null) =>
  purpose === 'option' && isOff('options') ? undefined : LEADS[purpose ?? '']

/** The recent searches on this device. A removed one can be restored from its toast. */
function useHistory() {
  const t = useText('discover')
  const [history, setHistory] = useState(() => historyIn(readStored(HISTORY_KEY)))
  const store = (next: readonly string[]) => {
    storeText(HISTORY_KEY, JSON.stringify(next))
    setHistory(next)
  }
  return {
    history,
    keep: (words: string) => store(remembered(history, words)),
    forget: (next: readonly string[]) => {
      const text = next.length === 0 ? t('historyCleared') : t('forgotten')
      toast(text, { kind: 'done', undo: { label: t('undo'), onUndo: () => store(history) } })
      store(next)
    },
  }
}

/** The latest text, once typing has paused. */
function useRested(words: string): string {
  const [rested, setRested] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setRested(words), words === '' ? 0 : REST_MS)
    return () => clearTimeout(timer)
  }, [words])
  return rested
}

/** The elements that the arrows walk through: recent searches, popular names, results; each is a link or a button. */
const choicesIn = (page: HTMLElement | null): HTMLElement[] => [
  ...(page?.querySelectorAll<HTMLElement>('main [data-choice] > :first-child, main [data-choices] a') ?? []),
]

/** Arrows move from the box through the rows and back; Escape in a row returns to the box. */
function useWalk(page: RefObject<HTMLElement | null>, input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const walk = (event: KeyboardEvent): void => {
      const box = input.current
      const at = document.activeElement
      if (event.key === 'Escape' && at !== box) box?.focus()
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      const choices = choicesIn(page.current)
      // A row's link has a star or cross beside it; from there the arrows continue as from the row.
      const here = choices.findIndex((choice) => choice === at || choice.closest('[data-choice]')?.contains(at))
      if (here < 0 && at !== box) return
      event.preventDefault()
      const next = event.key === 'ArrowDown' ? here + 1 : here - 1
      if (next < 0) box?.focus()
      else choices[next]?.focus()
    }
    const heard = page.current
    heard?.addEventListener('keydown', walk)
    return () => heard?.removeEventListener('keydown', walk)
  }, [page, input])
}
