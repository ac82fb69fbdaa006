import { useState } from 'react'
import { tickerOf, type ListingId } from '@lonja/core/base/amount'
import { searchInstruments } from '@lonja/core/market/market.contract'
import { Chip } from '@lonja/kit/parts/Chip'
import { Field } from '@lonja/kit/parts/Field'
import { Row } from '@lonja/kit/parts/Row'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import styles from './Funds.module.css'

const MOST = 5

/** Choose one share by its name or code. The chosen one stands as a chip, whose cross removes it. */
export function ListingFilter(props: { listing: ListingId | null; choose: (listing: ListingId | null) => void }) {
  const { listing, choose } = props
  const t = useText('portfolio')
  const [typed, setTyped] = useState('')
  const words = typed.trim()
  const read = useRead(searchInstruments, { words, limit: MOST }, { enabled: words !== '', keep: true, quiet: true })
  if (listing !== null) {
    return <Chip label={tickerOf(listing)} chosen removable onClick={() => choose(null)} />
  }
  const shares = words === '' ? [] : (read.data?.rows ?? []).filter(({ kind }) => kind === 'share')
  const nothing = words !== '' && read.data && !read.isPlaceholderData && shares.length === 0
  return (
    <div className={styles.search}>
      <Field
        type="search"
        label={t('searchListing')}
        value={typed}
        maxLength={60}
        autoCapitalize="none"
        autoComplete="off"
        onChange={setTyped}
        error={read.error && words !== '' ? read.error.msg : undefined}
        hint={nothing ? t('noListingFound') : undefined}
      />
      {shares.map((share) => (
        <Row
          key={share.listing}
          dense
          title={share.name}
          caption={tickerOf(share.listing)}
          onClick={() => {
            setTyped('')
            choose(share.listing)
          }}
        />
      ))}
    </div>
  )
}
