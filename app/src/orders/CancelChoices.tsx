import type { ListingId } from '@lonja/core/base/amount'
import type { OrderRow } from '@lonja/core/orders/orders.contract'
import { Chip, Chips } from '@lonja/kit/parts/Chip'
import { Select } from '@lonja/kit/parts/Select'
import { useText } from '@lonja/kit/text'
import { chosenOf, listingsOf, type CancelChoice } from './cancelling.ts'
import styles from './CancelOrders.module.css'

const SIDES = [null, 'buy', 'sell'] as const
const SIDE_TEXTS = { buy: 'allBuys', sell: 'allSells' } as const
const EVERY = 'all'

interface Props {
  readonly all: readonly OrderRow[]
  readonly choice: CancelChoice
  readonly choose: (change: Partial<CancelChoice>) => void
  readonly fixed: ListingId | null
}

/** The orders to cancel: of both sides or one, of all listings or one. */
export function CancelChoices({ all, choice, choose, fixed }: Props) {
  const t = useText('orders')
  const listings = listingsOf(all)
  return (
    <div className={styles.filters}>
      <div className={styles.choices}>
        <Chips label={t('side')}>
          {SIDES.map((side) => (
            <Chip
              key={side}
              label={t(side === null ? 'bothSides' : SIDE_TEXTS[side])}
              count={chosenOf(all, { ...choice, side }).length}
              chosen={choice.side === side}
              onClick={() => choose({ side })}
            />
          ))}
        </Chips>
      </div>
      {fixed === null && listings.length > 1 && (
        <Select
          label={t('ofListing')}
          boxed
          value={choice.listing ?? EVERY}
          onChange={(value) => choose({ listing: value === EVERY ? null : value })}
          options={[
            { value: EVERY, label: t('everyListing') },
            ...listings.map(([value, label]) => ({ value, label })),
          ]}
        />
      )}
    </div>
  )
}
