import type { ListingId } from '@lonja/core/base/amount'
import { isWatched, toggleWatch } from '@lonja/core/watchlist/watchlist.contract'
import { toast } from '@lonja/kit/parts/toast'
import { markStale, useRead, useWrite } from '@lonja/kit/reads'
import { useSession } from '@lonja/kit/session'
import { goTo } from '@lonja/kit/nav'
import { useText } from '@lonja/kit/text'

/** Whether a listing is on the watchlist, and the tap that changes it. */
export function useWatch(listing: ListingId): { watched: boolean | undefined; toggle: () => void } {
  const { data } = useRead(isWatched, { listing }, { quiet: true })
  const watch = useToggle()
  return { watched: data?.watched, toggle: () => watch(listing, !(data?.watched ?? false)) }
}

/** Puts a listing on the watchlist or takes it off; `wanted` left out, it becomes the other. The toast says which, and takes it back. */
export function useToggle(): (listing: ListingId, wanted?: boolean) => void {
  const t = useText('watchlist')
  const session = useSession()
  const say = useWatchToast()
  const write = useWrite(toggleWatch, {
    onReply: ({ listing, watched }) => {
      markStale(['watchlist'])
      say(t(watched ? 'watched' : 'removed'), () => write.mutate({ listing, watched: !watched }))
    },
  })
  return (listing, wanted) => {
    if (!session) return goTo('/subPackages/login/login')
    write.mutate({ listing, ...(wanted === undefined ? {} : { watched: wanted }) })
  }
}

/** Says a small act, with its way back. */
export function useWatchToast(): (text: string, onUndo: () => void) => void {
  const t = useText('watchlist')
  return (text, onUndo) => toast(text, { kind: 'done', undo: { label: t('undo'), onUndo } })
}
