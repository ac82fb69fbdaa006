import { useMemo, useState } from 'react'
import { tickerOf, venueOf, type ListingId } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { changeBps, toneFor } from '@lonja/core/base/formats'
import { pointsOf } from '@lonja/core/market/line'
import { searchInstruments } from '@lonja/core/market/market.contract'
import { listWatches } from '@lonja/core/watchlist/watchlist.contract'
import { Block, GroupHead } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { StarFillIcon, StarIcon } from '@lonja/kit/parts/icons'
import { MagnifyingGlassIcon } from '@lonja/kit/parts/page-icons'
import { Row } from '@lonja/kit/parts/Row'
import { Sparkline } from '@lonja/kit/parts/Sparkline'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useFormats } from '@lonja/kit/formats'
import { useText } from '@lonja/kit/text'
import { HaltMark } from '../market/HaltMark.tsx'
import { LiveChange, LivePrice, drawn, instrumentHref } from '../market/LiveRow.tsx'
import { useMarketNames } from '../market/names.ts'
import { useToggle } from '../watchlist/useWatch.ts'
import { markHits } from './marks.ts'
import { Popular, type Leads } from './SearchStart.tsx'
import styles from './search.module.css'

type Answer = ReplyOf<typeof searchInstruments>
type SearchRow = Answer['rows'][number]

const MOST = 50

/** Matches by code, by name, and similar ones. `onOpen` is called with the opened name. */
export function SearchResults(props: { words: string; onOpen: (name: string) => void; leads: Leads }) {
  const { words, onOpen, leads } = props
  const t = useText('discover')
  const read = useRead(searchInstruments, { words, limit: MOST, lines: true }, { keep: true, quiet: true })
  const [exactly, setExactly] = useState<string | null>(null)
  const watched = useWatched()
  const answer = read.data && exactly === words ? asTyped(read.data) : read.data
  // While the next query loads, the last answer stays visible but is not marked as the answer to the new text.
  const isOld = read.isPlaceholderData
  return (
    <>
      <p role="status" className="said">
        {answer && !isOld ? <Said words={words} answer={answer} /> : ''}
      </p>
      {read.error && (isOld || !answer) ? (
        <ErrorView title={t('searchFailed')} text={read.error.msg} onRetry={() => void read.refetch()} />
      ) : !answer ? (
        <SkeletonRows />
      ) : (
        <div className={styles.results} aria-busy={isOld}>
          {answer.rows.length === 0 ? (
            <Nothing words={words} leads={leads} />
          ) : (
            <Groups
              answer={answer}
              words={words}
              onOpen={onOpen}
              leads={leads}
              watched={watched}
              onExactly={() => setExactly(words)}
            />
          )}
        </div>
      )}
    </>
  )
}

const asTyped = (answer: Answer): Answer => ({ ...answer, rows: answer.rows.filter(({ forgiven }) => !forgiven) })

/** The number of results, for screen readers. */
function Said({ words, answer: { rows, codes, names } }: { words: string; answer: Answer }) {
  const t = useText('discover')
  const f = useFormats()
  const count = codes + names
  if (count > 0) return t('results', { count })
  return rows.length > 0
    ? f.sentences(t('nothingCalled', { words }), t('similar', { count: rows.length }))
    : t('nothingFound', { words })
}

function Nothing({ words, leads }: { words: string; leads: Leads }) {
  const t = useText('discover')
  return (
    <>
      <Empty icon={MagnifyingGlassIcon} text={t('nothingFound', { words })} why={t('nothingFoundWhy')} />
      <Popular leads={leads} />
    </>
  )
}

interface GroupsProps {
  answer: Answer
  words: string
  onOpen: (name: string) => void
  leads: Leads
  onExactly: () => void
  watched: ReadonlySet<ListingId>
}

function Groups(props: GroupsProps) {
  const { answer, words, onExactly } = props
  const { rows, codes, names } = answer
  const t = useText('discover')
  const f = useFormats()
  const literal = rows.filter(({ forgiven }) => !forgiven)
  const similar = rows.filter(({ forgiven }) => forgiven)
  const isForgiven = literal.length === 0
  return (
    <>
      {isForgiven && (
        <p className={styles.closest}>
          <strong>{t('nothingCalled', { words })}</strong>
          {f.gap}
          {t('closest')}
        </p>
      )}
      <Group {...props} title={t('byCode')} count={codes} rows={literal.filter(({ by }) => by === 'code')} />
      <Group {...props} title={t('byName')} count={names} rows={literal.filter(({ by }) => by === 'name')} />
      <Group {...props} title={t('alike')} count={similar.length} rows={similar} />
      <div className={styles.after}>
        {codes + names > literal.length && <p>{t('shown', { count: literal.length, all: codes + names })}</p>}
        {isForgiven && (
          <>
            <Button look="text" small label={t('searchExactly', { words })} onClick={onExactly} />
            <Block>{t('forgivenHow')}</Block>
          </>
        )}
      </div>
      <div className={styles.tail} />
    </>
  )
}

function Group(props: GroupsProps & { title: string; count: number; rows: readonly SearchRow[] }) {
  const { title, count, rows, words, onOpen, leads, watched } = props
  if (rows.length === 0) return null
  return (
    <section>
      <GroupHead right={<span className={styles.count}>{count}</span>}>{title}</GroupHead>
      <div role="list" aria-label={title}>
        {rows.map((row) => (
          <div
            role="listitem"
            key={row.listing}
            className={styles.row}
            data-choice
            data-menu={row.listing}
            data-name={row.name}
          >
            <Result
              of={row}
              words={words}
              href={leads?.(row.listing) ?? instrumentHref(row.listing)}
              onOpen={() => onOpen(row.name)}
            />
            <Watch of={row} watched={watched.has(row.listing)} />
          </div>
        ))}
      </div>
    </section>
  )
}

/** The name over its code, with the typed letters marked in both. */
function Result({ of, words, href, onOpen }: { of: SearchRow; words: string; href: string; onOpen: () => void }) {
  const names = useMarketNames()
  const t = useText('market')
  const mark = (text: string) =>
    markHits(text, words, of.forgiven).map(({ text: piece, hit }, at) =>
      hit ? (
        <mark key={at} className={styles.hit}>
          {piece}
        </mark>
      ) : (
        piece
      ),
    )
  const code = tickerOf(of.listing)
  return (
    <Row
      href={href}
      onClick={onOpen}
      title={of.forgiven && of.by === 'code' ? of.name : mark(of.name)}
      caption={
        <>
          <HaltMark of={of} />
          {of.forgiven && of.by === 'name' ? code : mark(code)} ·{' '}
          {of.kind === 'index' ? t('index') : names.shortVenue(venueOf(of.listing))}
        </>
      }
      middle={<DayLine of={of} />}
      value={<LivePrice of={of} currency={of.kind === 'index' ? undefined : of.currency} />}
      valueCaption={<LiveChange of={of} />}
    />
  )
}

/** The day's line, as in a list; dropped in large text, where the name needs its room. */
function DayLine({ of }: { of: SearchRow }) {
  const points = useMemo(() => pointsOf(of.line), [of.line])
  if (points.length === 0) return null
  const bps = of.previousClose && of.last ? changeBps(of.previousClose, of.last) : 0n
  return (
    <span className={styles.spark}>
      <Sparkline
        points={points}
        previous={of.previousClose === null ? undefined : drawn(of.previousClose)}
        tone={toneFor(bps ?? 0n)}
        narrow
      />
    </span>
  )
}

/** The results that are on the watchlist; empty for a visitor. */
function useWatched(): ReadonlySet<ListingId> {
  const { data } = useRead(listWatches, {}, { quiet: true })
  return new Set(data?.rows.map(({ listing }) => listing))
}

/** A row's star adds the listing to the watchlist or removes it, without opening the listing. */
function Watch({ of, watched }: { of: SearchRow; watched: boolean }) {
  const t = useText('discover')
  const toggle = useToggle()
  return (
    <IconButton
      icon={watched ? StarFillIcon : StarIcon}
      size={22}
      label={t('watchNamed', { name: of.name })}
      pressed={watched}
      accent={watched}
      onClick={() => toggle(of.listing, { watch: !watched })}
    />
  )
}
