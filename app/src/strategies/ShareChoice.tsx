import { useState } from 'react'
import { tickerOf, type ListingId } from '@lonja/core/base/amount'
import { listInstruments } from '@lonja/core/discover/discover.contract'
import { searchInstruments } from '@lonja/core/market/market.contract'
import { Field } from '@lonja/kit/parts/Field'
import { Row } from '@lonja/kit/parts/Row'
import { Sheet } from '@lonja/kit/parts/Sheet'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { useMarketNames } from '../market/names.ts'
import styles from './strategies.module.css'

const MOST = 12
const POPULAR = 8

interface ShareProps {
  listing: ListingId | null
  error: string | undefined
  onChoose: (listing: ListingId) => void
}

/** The share of a form, chosen by its name or code without leaving the form. */
export function ShareChoice({ listing, error, onChoose }: ShareProps) {
  const t = useText('strategies')
  const names = useMarketNames()
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <div className={styles.shareRow}>
        <Row
          dense
          caret
          title={t('share')}
          value={listing === null ? t('chooseShare') : names.caption(listing)}
          onClick={() => setOpen(true)}
        />
      </div>
      <p role="alert" className={styles.wrong}>
        {error}
      </p>
      {isOpen && (
        <ShareSheet
          onClose={() => setOpen(false)}
          onChoose={(chosen) => {
            setOpen(false)
            onChoose(chosen)
          }}
        />
      )}
    </div>
  )
}

function ShareSheet({ onChoose, onClose }: { onChoose: ShareProps['onChoose']; onClose: () => void }) {
  const t = useText('strategies')
  const names = useMarketNames()
  const [typed, setTyped] = useState('')
  const words = typed.trim()
  const search = useRead(searchInstruments, { words, limit: MOST }, { enabled: words !== '', keep: true, quiet: true })
  const popular = useRead(listInstruments, { list: 'popular', limit: POPULAR }, { quiet: true })
  const shares =
    words === ''
      ? popular.data?.listing.map((listing, n) => ({ listing, name: popular.data.name[n] ?? tickerOf(listing) }))
      : search.data?.rows.filter(({ kind }) => kind === 'share')
  const isNone = words !== '' && search.data && !search.isPlaceholderData && shares?.length === 0
  const error = words === '' ? popular.error : search.error
  return (
    <Sheet title={t('chooseShare')} onClose={onClose}>
      <Field
        type="search"
        label={t('searchShare')}
        value={typed}
        maxLength={60}
        autoCapitalize="none"
        autoComplete="off"
        firstFocus
        onChange={setTyped}
        error={error?.msg}
        hint={isNone ? t('noShare') : words === '' ? t('popular') : undefined}
      />
      {!shares && !error && <SkeletonRows dense rows={POPULAR} />}
      {shares?.map(({ listing, name }) => (
        <Row key={listing} dense title={name} caption={names.caption(listing)} onClick={() => onChoose(listing)} />
      ))}
    </Sheet>
  )
}
