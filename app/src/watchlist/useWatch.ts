import { useRef } from 'react'
import type { ListingId } from '@lonja/core/base/amount'
import { isWatched, toggleWatch } from '@lonja/core/watchlist/watchlist.contract'
import { toast } from '@lonja/kit/parts/toast'
import { markStale, useRead, useWrite } from '@lonja/kit/reads'
import { useSession } from '@lonja/kit/session'
import { goTo } from '@lonja/kit/nav'
import { useText } from '@lonja/kit/text'

/** Whether a listing is on the own watchlist, and the tap that changes it. */
export function useWatch(listing: ListingId): { watched: boolean | undefined; toggle: () => void } {
  const { data } = useRead(isWatched, { listing }, { quiet: true })
  const watch = useToggle()
  return { watched: data?.watched, toggle: () => watch(listing, { wanted: !(data?.watched ?? false) }) }
}

export interface Watching {
  /** Left out, it becomes the other. */
  readonly wanted?: boolean
  /** Left out, the own list. */
  readonly list?: string
  /** How the list is called, for the toast; left out, as the page is called. */
  readonly name?: string
  /** Where it stands now: taken off and had back, it stands there again. */
  readonly place?: number
}

/** Puts a listing on a watchlist or takes it off. The toast says which, and takes it back. */
export function useToggle(): (listing: ListingId, how?: Watching) => void {
  const t = useText('watchlist')
  const session = useSession()
  const say = useWatchToast()
  const last = useRef<Watching>({})
  const write = useWrite(toggleWatch, {
    onReply: ({ listing, watched }, { list }) => {
      markStale(['watchlist'])
      const { name, place } = last.current
      const said =
        name === undefined ? t(watched ? 'watched' : 'removed') : t(watched ? 'addedTo' : 'takenOff', { name })
      const back = watched || place === undefined ? {} : { place }
      say(said, () => write.mutate({ listing, watched: !watched, ...(list === undefined ? {} : { list }), ...back }))
    },
  })
  return (listing, how = {}) => {
    if (!session) return goTo('/subPackages/login/login')
    last.current = how
    const { wanted, list } = how
    write.mutate({
      listing,
      ...(wanted === undefined ? {} : { watched: wanted }),
      ...(list === undefined ? {} : { list }),
    })
  }
}

/** Says a small act, with its way back. */
export function useWatchToast(): (text: string, onUndo: () => void) => void {
  const t = useText('watchlist')
  return (text, onUndo) => toast(text, { kind: 'done', undo: { label: t('undo'), onUndo } })
}
