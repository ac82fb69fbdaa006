import { useDeferredValue, useState } from 'react'
import type { ListingId } from '@lonja/core/base/amount'
import { searchInstruments } from '@lonja/core/market/market.contract'
import { Field } from '@lonja/kit/parts/Field'
import { Row } from '@lonja/kit/parts/Row'
import { Sheet } from '@lonja/kit/parts/Sheet'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { useMarketNames } from '../../market/names.ts'
import styles from './own.module.css'

const ROWS_MOST = 20

/** Choose the share of a try by its code or its name. */
export function ListingSheet(props: { onChoose: (listing: ListingId) => void; onClose: () => void }) {
  const { onChoose, onClose } = props
  const t = useText('own')
  const [words, setWords] = useState('')
  const query = useDeferredValue(words.trim())
  return (
    <Sheet title={t('choose')} onClose={onClose}>
      <div className={styles.inSheet}>
        <Field
          firstFocus
          type="search"
          label={t('searchListing')}
          value={words}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="none"
          onChange={setWords}
        />
      </div>
      {query !== '' && <Matches words={query} onChoose={onChoose} />}
    </Sheet>
  )
}

function Matches({ words, onChoose }: { words: string; onChoose: (listing: ListingId) => void }) {
  const t = useText('own')
  const names = useMarketNames()
  const { data, error, refetch } = useRead(searchInstruments, { words, limit: ROWS_MOST }, { keep: true, quiet: true })
  if (!data)
    return error ? (
      <ErrorView title={t('searchFailed')} text={error.msg} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows rows={4} line={false} />
    )
  // An index is not traded.
  const shares = data.rows.filter(({ kind }) => kind !== 'index')
  if (shares.length === 0) return <Empty text={t('nothing', { words })} />
  return shares.map(({ listing, name }) => (
    <Row key={listing} title={name} caption={names.caption(listing)} onClick={() => onChoose(listing)} />
  ))
}
