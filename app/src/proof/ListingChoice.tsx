import { useDeferredValue, useState } from 'react'
import type { ListingId } from '@lonja/core/base/amount'
import { searchInstruments } from '@lonja/core/market/market.contract'
import { Field } from '@lonja/kit/parts/Field'
import { Row } from '@lonja/kit/parts/Row'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { useMarketNames } from '../market/names.ts'
import styles from './proof.module.css'

const MOST = 5

/** Choose a listing by code or name: type, then pick a match. */
export function ListingChoice(props: {
  listing: ListingId | null
  error: string | null
  onChoose: (listing: ListingId | null) => void
}) {
  const { listing, error, onChoose } = props
  const t = useText('proof')
  const [words, setWords] = useState<string>(listing ?? '')
  const query = useDeferredValue(words.trim())
  const type = (typed: string) => {
    setWords(typed)
    onChoose(null)
  }
  return (
    <div>
      <Field
        type="search"
        label={t('listing')}
        hint={t('listingHint')}
        value={words}
        error={error}
        ok={listing !== null}
        maxLength={60}
        autoComplete="off"
        autoCapitalize="none"
        onChange={type}
      />
      {listing === null && query !== '' && (
        <Matches
          words={query}
          onChoose={(chosen) => {
            setWords(chosen)
            onChoose(chosen)
          }}
        />
      )}
    </div>
  )
}

function Matches({ words, onChoose }: { words: string; onChoose: (listing: ListingId) => void }) {
  const t = useText('proof')
  const names = useMarketNames()
  const { data, error } = useRead(searchInstruments, { words, limit: MOST }, { keep: true, quiet: true })
  if (error) return <p className={styles.soft}>{error.msg}</p>
  if (!data) return <SkeletonRows rows={2} line={false} dense />
  if (data.rows.length === 0) return <p className={styles.soft}>{t('noListing')}</p>
  return (
    <ul className={styles.matches} aria-label={t('matches')}>
      {data.rows.map(({ listing, name }) => (
        <li key={listing}>
          <Row dense title={name} caption={names.caption(listing)} onClick={() => onChoose(listing)} />
        </li>
      ))}
    </ul>
  )
}
