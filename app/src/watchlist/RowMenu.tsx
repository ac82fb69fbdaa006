import type { ListingId } from '@lonja/core/base/amount'
import { isWatched, listWatchlists, moveWatch } from '@lonja/core/watchlist/watchlist.contract'
import { hrefTo } from '@lonja/kit/nav'
import { StarFillIcon, StarIcon } from '@lonja/kit/parts/icons'
import { ArrowsLeftRightIcon, BellIcon } from '@lonja/kit/parts/page-icons'
import { Row } from '@lonja/kit/parts/Row'
import { Sheet } from '@lonja/kit/parts/Sheet'
import { ErrorView, SkeletonRows } from '@lonja/kit/parts/states'
import { markStale, useRead, useWrite } from '@lonja/kit/reads'
import { useSession } from '@lonja/kit/session'
import { useText } from '@lonja/kit/text'
import { useMarketNames } from '../market/names.ts'
import { ALERTS_PATH, useListName, useShownList, type ListHead } from './lists.ts'
import { useWatchToast, type Watching } from './useWatch.ts'
import styles from './watchlist.module.css'

interface MenuProps {
  listing: ListingId
  name: string
  toggle: (listing: ListingId, how?: Watching) => void
  onClose: () => void
}

/** What can be done with an instrument from its row: on which lists it stands, and an alert on its price. */
export function RowMenu({ listing, name, toggle, onClose }: MenuProps) {
  const t = useText('watchlist')
  const names = useMarketNames()
  const session = useSession()
  return (
    <Sheet title={name} onClose={onClose}>
      <p className={styles.menuCaption}>{names.caption(listing)}</p>
      {session ? (
        <OwnLists listing={listing} name={name} toggle={toggle} onClose={onClose} />
      ) : (
        <Row icon={StarIcon} title={t('watch')} onClick={() => (onClose(), toggle(listing))} />
      )}
      <Row icon={BellIcon} title={t('alertOn')} href={hrefTo(ALERTS_PATH, { listing })} onClick={onClose} />
    </Sheet>
  )
}

function OwnLists(props: MenuProps) {
  const { listing, toggle, onClose } = props
  const t = useText('watchlist')
  const lists = useRead(listWatchlists, {}, { quiet: true })
  const on = useRead(isWatched, { listing }, { quiet: true })
  const error = (lists.data ? null : lists.error) ?? (on.data ? null : on.error)
  if (error) {
    const retry = () => void Promise.all([lists.refetch(), on.refetch()])
    return <ErrorView title={t('listsFailed')} text={error.msg} onRetry={retry} />
  }
  if (!lists.data || !on.data) return <SkeletonRows rows={1} line={false} />
  const { rows } = lists.data
  const { watched } = on.data
  if (rows.length === 1) {
    const act = () => {
      onClose()
      toggle(listing, { wanted: !watched })
    }
    return <Row icon={watched ? StarFillIcon : StarIcon} title={t(watched ? 'unwatch' : 'watch')} onClick={act} />
  }
  return (
    <>
      <Choose listing={listing} lists={rows} on={on.data.lists} toggle={toggle} />
      <Move {...props} lists={rows} on={on.data.lists} />
    </>
  )
}

/** On which lists: each a tick that is set or taken away at once. */
function Choose(props: {
  listing: ListingId
  lists: readonly ListHead[]
  on: readonly string[]
  toggle: MenuProps['toggle']
}) {
  const { listing, lists, on, toggle } = props
  const t = useText('watchlist')
  const nameOf = useListName()
  return (
    <fieldset className={styles.choose}>
      <legend>{t('onLists')}</legend>
      {lists.map((list) => (
        <label key={list.id} className={styles.choice}>
          <input
            type="checkbox"
            checked={on.includes(list.id)}
            onChange={(event) => toggle(listing, { wanted: event.target.checked, list: list.id, name: nameOf(list) })}
          />
          <span>{nameOf(list)}</span>
          <small>{list.count}</small>
        </label>
      ))}
    </fieldset>
  )
}

/** From the list on the screen to another, in one step. */
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
