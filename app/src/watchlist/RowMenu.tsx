import { useState } from 'react'
import type { ListingId } from '@lonja/core/base/amount'
import { isWatched, listWatchlists, moveWatch } from '@lonja/core/watchlist/watchlist.contract'
import { hrefTo } from '@lonja/kit/nav'
import { StarIcon } from '@lonja/kit/parts/icons'
import { ArrowsLeftRightIcon, BellIcon, ListPlusIcon } from '@lonja/kit/parts/page-icons'
import { PickerTicks } from '@lonja/kit/parts/Picker'
import { Row } from '@lonja/kit/parts/Row'
import { Sheet } from '@lonja/kit/parts/Sheet'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { ErrorView } from '@lonja/kit/parts/states'
import { markStale, useRead } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useSession } from '@lonja/kit/session'
import { useText } from '@lonja/kit/text'
import { useMarketNames } from '../market/names.ts'
import { ListName } from './ListName.tsx'
import { ALERTS_PATH, useListName, useShownList, type ListHead } from './lists.ts'
import { useWatchToast, type Watching } from './useWatch.ts'
import styles from './watchlist.module.css'

interface MenuProps {
  listing: ListingId
  name: string
  toggle: (listing: ListingId, how?: Watching) => void
  onClose: () => void
}

/** The menu of an instrument's row: its lists, and an alert on its price. */
export function RowMenu({ listing, name, toggle, onClose }: MenuProps) {
  const t = useText('watchlist')
  const names = useMarketNames()
  const session = useSession()
  return (
    <Sheet title={name} onClose={onClose}>
      <p className={styles.menuCaption}>{names.caption(listing)}</p>
      <div className={styles.menu}>
        {session ? (
          <OwnLists listing={listing} name={name} toggle={toggle} onClose={onClose} />
        ) : (
          <Row icon={StarIcon} title={t('watch')} onClick={() => (onClose(), toggle(listing))} />
        )}
        <Row icon={BellIcon} title={t('alertOn')} href={hrefTo(ALERTS_PATH, { listing })} onClick={onClose} />
      </div>
    </Sheet>
  )
}

/** The lists that contain it: a tick each, and a button for a new list. */
function OwnLists(props: MenuProps) {
  const { listing, toggle } = props
  const t = useText('watchlist')
  const nameOf = useListName()
  const [naming, setNaming] = useState(false)
  const lists = useRead(listWatchlists, {}, { quiet: true })
  const on = useRead(isWatched, { listing }, { quiet: true })
  const error = (lists.data ? null : lists.error) ?? (on.data ? null : on.error)
  if (error) {
    const retry = () => void Promise.all([lists.refetch(), on.refetch()])
    return <ErrorView title={t('listsFailed')} text={error.msg} onRetry={retry} />
  }
  if (!lists.data || !on.data) return <SkeletonRows rows={1} line={false} />
  const { rows } = lists.data
  const put = (list: string, target: boolean, name: string) => toggle(listing, { watch: target, list, name })
  return (
    <>
      <p className={styles.legend}>{t('onLists')}</p>
      <PickerTicks
        label={t('onLists')}
        options={rows.map((list) => ({ value: list.id, label: nameOf(list), note: t('count', { count: list.count }) }))}
        chosen={on.data.lists}
        onToggle={(id, target) => put(id, target, nameOf(rows.find((list) => list.id === id) ?? { name: null }))}
      />
      <Row icon={ListPlusIcon} title={t('newList')} onClick={() => setNaming(true)} />
      <Move {...props} lists={rows} on={on.data.lists} />
      {naming && <ListName list={null} onClose={() => setNaming(false)} onDone={(id, name) => put(id, true, name)} />}
    </>
  )
}

/** Move it from the current list to another, in one step. */
function Move(props: MenuProps & { lists: readonly ListHead[]; on: readonly string[] }) {
  const { listing, lists, on, onClose } = props
  const t = useText('watchlist')
  const nameOf = useListName()
  const say = useWatchToast()
  const from = useShownList()
  const move = useWrite(moveWatch, {
    onReply: (moved) => {
      markStale(['watchlist'])
      const list = lists.find(({ id }) => id === moved.to)
      if (moved.from === from && list)
        say(t('movedTo', { name: nameOf(list) }), () => move.mutate({ listing, from: moved.to, to: moved.from }))
    },
  })
  if (from === null || !on.includes(from)) return null
  return lists
    .filter(({ id }) => id !== from && !on.includes(id))
    .map((list) => (
      <Row
        key={list.id}
        icon={ArrowsLeftRightIcon}
        title={t('moveTo', { name: nameOf(list) })}
        onClick={() => {
          onClose()
          move.mutate({ listing, from, to: list.id })
        }}
      />
    ))
}
