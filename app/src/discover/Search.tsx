import { useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { tickerOf, venueOf } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { listInstruments } from '@lonja/core/discover/discover.contract'
import { searchInstruments } from '@lonja/core/market/market.contract'
import { back, useQuery } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { Section } from '@lonja/kit/parts/blocks'
import { ClockCounterClockwiseIcon, MagnifyingGlassIcon, XIcon } from '@lonja/kit/parts/page-icons'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { Row } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { Empty, ErrorView, SkeletonRows } from '@lonja/kit/parts/states'
import { toast } from '@lonja/kit/parts/toast'
import { useRead } from '@lonja/kit/reads'
import { readStored, storeText } from '@lonja/kit/stored'
import { useText } from '@lonja/kit/text'
import { LiveChange, LivePrice, LiveRow, instrumentHref } from '../market/LiveRow.tsx'
import { useMarketNames } from '../market/names.ts'
import { HISTORY_KEY, historyIn, markHits, remembered } from './history.ts'
import { rowsOf } from './lists.ts'
import styles from './discover.module.css'

type Found = ReplyOf<typeof searchInstruments>['rows'][number]

/** Search by code or name, with what was searched before; below it what is popular, so that the page is never blank. */
export function Search() {
  const t = useText('discover')
  const asked = useQuery().get('words') ?? ''
  const [words, setWords] = useState(asked)
  const [history, setHistory] = useState(() => historyIn(readStored(HISTORY_KEY)))
  const deferred = useDeferredValue(words.trim())
  const keep = (next: readonly string[]) => {
    storeText(HISTORY_KEY, JSON.stringify(next))
    setHistory(next)
  }
  const forget = (next: readonly string[]) => {
    const before = history
    keep(next)
    toast(t('historyCleared'), { kind: 'done', undo: { label: t('undo'), onUndo: () => keep(before) } })
  }
  return (
    <Screen header={<SearchBox words={words} onWords={setWords} onDone={() => keep(remembered(history, words))} />}>
      {deferred === '' ? (
        <>
          {history.length > 0 && <History history={history} onChoose={setWords} onForget={forget} />}
          <Popular />
        </>
      ) : (
        <Results words={deferred} onOpen={() => keep(remembered(history, words))} />
      )}
    </Screen>
  )
}

function SearchBox(props: { words: string; onWords: (words: string) => void; onDone: () => void }) {
  const { words, onWords, onDone } = props
  const t = useText('discover')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <form
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault()
        onDone()
        input.current?.blur()
      }}
    >
      <h1 className="said" tabIndex={-1}>
        {t('searchTitle')}
      </h1>
      <span className={styles.box}>
        <MagnifyingGlassIcon size={22} />
        <input
          ref={input}
          className={styles.input}
          type="search"
          value={words}
          maxLength={60}
          placeholder={t('search')}
          aria-label={t('search')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          onChange={(event) => onWords(event.target.value)}
        />
        {words !== '' && (
          <IconButton
            icon={XIcon}
            size={18}
            label={t('clear')}
            onClick={() => {
              onWords('')
              input.current?.focus()
            }}
          />
        )}
      </span>
      <span className={styles.cancel}>
        <Button look="text" small label={t('cancel')} onClick={() => back()} />
      </span>
    </form>
  )
}

function History(props: {
  history: readonly string[]
  onChoose: (words: string) => void
  onForget: (next: readonly string[]) => void
}) {
  const { history, onChoose, onForget } = props
  const t = useText('discover')
  return (
    <Section
      flush
      title={t('recent')}
      right={<Button look="text" small label={t('forgetAll')} onClick={() => onForget([])} />}
    >
      {history.map((words) => (
        <div key={words} className={styles.row}>
          <button type="button" className={styles.words} onClick={() => onChoose(words)}>
            <ClockCounterClockwiseIcon size={18} />
            {words}
          </button>
          <IconButton
            icon={XIcon}
            size={18}
            label={t('forget', { words })}
            onClick={() => onForget(history.filter((other) => other !== words))}
          />
        </div>
      ))}
    </Section>
  )
}

function Popular() {
  const t = useText('discover')
  const names = useMarketNames()
  const read = useRead(listInstruments, { list: 'popular', limit: 8, lines: '1' }, { quiet: true })
  return (
    <Section flush title={t('popularNow')}>
      {read.data ? (
        rowsOf(read.data).map((row) => <LiveRow key={row.listing} of={row} caption={names.caption(row.listing)} />)
      ) : read.error ? (
        <ErrorView title={t('loadFailed')} text={read.error.msg} onRetry={() => void read.refetch()} />
      ) : (
        <SkeletonRows />
      )}
      <div className={styles.tail} />
    </Section>
  )
}

function Results({ words, onOpen }: { words: string; onOpen: () => void }) {
  const t = useText('discover')
  const id = useId()
  const read = useRead(searchInstruments, { words, limit: 30 }, { keep: true })
  if (read.error && !read.data) {
    return <ErrorView title={t('loadFailed')} text={read.error.msg} onRetry={() => void read.refetch()} />
  }
  if (!read.data) return <SkeletonRows line={false} />
  const { rows } = read.data
  return (
    <>
      <p id={id} role="status" className="said">
        {t('results', { count: rows.length })}
      </p>
      {rows.length === 0 ? (
        <>
          <Empty icon={MagnifyingGlassIcon} text={t('nothingFound', { words })} why={t('nothingFoundWhy')} />
          <Popular />
        </>
      ) : (
        <div role="list" aria-labelledby={id}>
          {rows.map((row) => (
            <div role="listitem" key={row.listing}>
              <Result of={row} words={words} onOpen={onOpen} />
            </div>
          ))}
          <div className={styles.tail} />
        </div>
      )}
    </>
  )
}

/** The code before the name, the typed letters marked. */
function Result({ of, words, onOpen }: { of: Found; words: string; onOpen: () => void }) {
  const names = useMarketNames()
  const t = useText('market')
  const mark = (text: string) =>
    markHits(text, words).map(({ text: piece, hit }, at) =>
      hit ? (
        <mark key={at} className={styles.hit}>
          {piece}
        </mark>
      ) : (
        piece
      ),
    )
  return (
    <Row
      href={instrumentHref(of.listing)}
      onClick={onOpen}
      title={mark(tickerOf(of.listing))}
      caption={
        <>
          {mark(of.name)} · {of.kind === 'index' ? t('index') : names.shortVenue(venueOf(of.listing))}
        </>
      }
      value={<LivePrice of={of} currency={of.kind === 'index' ? undefined : of.currency} />}
      valueCaption={<LiveChange of={of} />}
    />
  )
}
