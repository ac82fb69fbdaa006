import type { ReactNode } from 'react'
import type { Venue } from '@lonja/core/base/amount'
import { listInstruments } from '@lonja/core/discover/discover.contract'
import { SECTORS } from '@lonja/core/market/instruments'
import { Button } from '@lonja/kit/parts/Button'
import { Chip } from '@lonja/kit/parts/Chip'
import { Sheet } from '@lonja/kit/parts/Sheet'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { useMarketNames } from '../market/names.ts'
import { isList, type Choice, type Where } from './choice.ts'
import { filterRequest } from './MarketRows.tsx'
import styles from './discover.module.css'

const VENUES = ['XMAD', 'XNYS', 'XNAS', 'XASE'] as const satisfies readonly Venue[]

/** Venue and sector filters, chosen together. The button shows the number of matching instruments. */
export function MarketFilters(props: {
  choice: Choice
  onChoose: (change: Partial<Choice>) => void
  onClose: () => void
}) {
  const { choice, onChoose, onClose } = props
  const t = useText('discover')
  const names = useMarketNames()
  const list = isList(choice.list) ? choice.list : 'all'
  const { data } = useRead(listInstruments, { list, ...filterRequest(choice), limit: 1 }, { quiet: true, keep: true })
  const venue = (where: Where, label: string) => (
    <Chip key={where} label={label} chosen={choice.where === where} onClick={() => onChoose({ where })} />
  )
  return (
    <Sheet
      title={t('filters')}
      onClose={onClose}
      actions={<Button label={data ? t('showListings', { count: data.total }) : t('showList')} onClick={onClose} />}
    >
      <Group label={t('filterVenue')}>
        {venue('all', t('everywhere'))}
        {venue('us', t('allUs'))}
        {VENUES.map((each) => venue(each, names.venue(each)))}
      </Group>
      <Group label={t('sector')}>
        <Chip label={t('everySector')} chosen={choice.sector === null} onClick={() => onChoose({ sector: null })} />
        {SECTORS.map((sector) => (
          <Chip
            key={sector}
            label={names.sector(sector)}
            chosen={choice.sector === sector}
            onClick={() => onChoose({ sector })}
          />
        ))}
      </Group>
    </Sheet>
  )
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.filters} role="group" aria-label={label}>
      <h3>{label}</h3>
      <div>{children}</div>
    </div>
  )
}
