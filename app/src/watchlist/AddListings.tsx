import { useDeferredValue, useState } from 'react'
import type { ListingId } from '@lonja/core/base/amount'
import { searchInstruments } from '@lonja/core/market/market.contract'
import { PlusCircleIcon } from '@lonja/kit/parts/late-icons'
import { CheckCircleFillIcon } from '@lonja/kit/parts/page-icons'
import { Field } from '@lonja/kit/parts/Field'
import { Sheet } from '@lonja/kit/parts/Sheet'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { HaltMark } from '../market/HaltMark.tsx'
import { LivePrice } from '../market/LiveRow.tsx'
import { useMarketNames } from '../market/names.ts'
import type { Watching } from './useWatch.ts'
import styles from './watchlist.module.css'

/** Search by code or name and add results to the list without leaving it. */
export function AddListings(props: {
  list: { id: string; name: string }
  on: readonly ListingId[]
  toggle: (listing: ListingId, how: Watching) => void
  onClose: () => void
}) {
  const { list, on, toggle, onClose } = props
  const t = useText('watchlist')
  const [words, setWords] = useState('')
  const query = useDeferredValue(words.trim())
  return (
    <Sheet title={t('addTo', { name: list.name })} onClose={onClose}>
      <div className={styles.search}>
        <Field
          firstFocus
          type="search"
          label={t('searchLabel')}
          value={words}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="none"
          onChange={setWords}
        />
      </div>
      <div className={styles.found}>
        {query === '' ? (
          <p className={styles.hint}>{t('searchHint')}</p>
        ) : (
          <Found
            words={query}
            on={on}
            onToggle={(listing, target) => toggle(listing, { watch: target, list: list.id, name: list.name })}
          />
        )}
      </div>
    </Sheet>
  )
}

function Found(props: {
  words: string
  on: readonly ListingId[]
  onToggle: (listing: ListingId, target: boolean) => void
}) {
  const { words, on, onToggle } = props
  const t = useText('watchlist')
  const names = useMarketNames()
  const read = useRead(searchInstruments, { words, limit: 20 }, { keep: true, quiet: true })
  if (read.error && !read.data) {
    return <ErrorView title={t('searchFailed')} text={read.error.msg} onRetry={() => void read.refetch()} />
  }
  if (!read.data) return <SkeletonRows rows={4} line={false} />
  if (read.data.rows.length === 0) return <Empty text={t('nothingFound', { words })} />
  return (
    <ul className={styles.list}>
      {read.data.rows.map((row) => {
        const isOn = on.includes(row.listing)
        return (
          <li key={row.listing} className={styles.foundRow}>
            <button
              type="button"
              aria-pressed={isOn}
              aria-label={t('putOn', { name: row.name })}
              aria-describedby={`found-${row.listing}`}
              onClick={() => onToggle(row.listing, !isOn)}
            >
              <span className={styles.rowName}>
                {row.name}
                <small id={`found-${row.listing}`}>
                  <HaltMark of={row} />
                  {names.caption(row.listing)}
                </small>
              </span>
              <span className={styles.rowFigure}>
                <LivePrice of={row} currency={row.kind === 'index' ? undefined : row.currency} />
              </span>
              {isOn ? (
                <CheckCircleFillIcon size={24} className={styles.isOn} />
              ) : (
                <PlusCircleIcon size={24} className={styles.isOff} />
              )}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
