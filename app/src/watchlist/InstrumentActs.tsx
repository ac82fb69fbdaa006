import { Suspense, lazy, useState } from 'react'
import type { ListingId } from '@lonja/core/base/amount'
import { navigate } from '@lonja/kit/nav'
import { StarFillIcon, StarIcon } from '@lonja/kit/parts/icons'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { BellIcon, ListPlusIcon } from '@lonja/kit/parts/page-icons'
import { useText } from '@lonja/kit/text'
import { ALERTS_PATH } from './lists.ts'
import { useToggle, useWatch } from './useWatch.ts'
import styles from './watchlist.module.css'

const RowMenu = lazy(() => import('./RowMenu.tsx').then((m) => ({ default: m.RowMenu })))

interface ActsProps {
  listing: ListingId
  name: string
}

/**
 * In an instrument's header: an alert on its price, and the star; a long press on the star opens the choice of lists.
 */
export function InstrumentActs({ listing, name }: ActsProps) {
  const t = useText('watchlist')
  const { watched, toggle } = useWatch(listing)
  return (
    <>
      <IconButton icon={BellIcon} label={t('alertOn')} onClick={() => navigate(ALERTS_PATH, { listing })} />
      <span className={styles.star} data-menu={listing} data-name={name}>
        <IconButton
          icon={watched ? StarFillIcon : StarIcon}
          label={t(watched ? 'unwatch' : 'watch')}
          pressed={watched === true}
          accent={watched === true}
          onClick={toggle}
        />
      </span>
    </>
  )
}

/** The same choice of lists as a visible button, since a long press is hard to discover. */
export function ListChoice({ listing, name }: ActsProps) {
  const t = useText('watchlist')
  const toggle = useToggle()
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        icon={ListPlusIcon}
        size={22}
        label={t('chooseLists')}
        expanded={open}
        onClick={() => setOpen(true)}
      />
      <Suspense>
        {open && <RowMenu listing={listing} name={name} toggle={toggle} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
