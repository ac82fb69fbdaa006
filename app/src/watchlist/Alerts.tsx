import { listAlerts } from '@lonja/core/watchlist/alerts.contract'
import { readInstrument } from '@lonja/core/market/market.contract'
import { isListing, type ListingId } from '@lonja/core/base/amount'
import { back, navigate, useQuery } from '@lonja/kit/nav'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { PlusCircleIcon } from '@lonja/kit/parts/late-icons'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { ErrorView } from '@lonja/kit/parts/states'
import { refreshAll, useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { AlertForm } from './AlertForm.tsx'
import { AlertList } from './AlertList.tsx'
import { CHOOSE } from './lists.ts'

/** Price alerts: the form for one instrument (with `id` it changes that alert), and all alerts. */
export function Alerts() {
  const t = useText('alerts')
  const query = useQuery()
  const [requested, id] = [query.get('listing'), query.get('id')]
  const listing = isListing(requested) ? requested : null
  const alerts = useRead(listAlerts, {}, { refetchMs: 60_000, quiet: true })
  const read = useRead(
    readInstrument,
    { listing: listing ?? NO_LISTING },
    { refetchMs: 30_000, quiet: true, enabled: listing !== null },
  )
  const failed = read.data ? null : read.error
  const own = alerts.data?.rows
  const alert = id === null ? undefined : own?.find((one) => one.id === id)
  const isGone = id !== null && (!listing || (own !== undefined && alert === undefined))
  const screen = {
    title: t(id === null ? 'title' : 'change'),
    onBack: back,
    onRefresh: () => alerts.refetch(),
    right: id === null && (own?.length ?? 0) > 0 && (
      <IconButton icon={PlusCircleIcon} label={t('add')} onClick={() => navigate(...CHOOSE)} />
    ),
  }
  const list = id === null && !(failed && alerts.error) && <AlertList own={alerts} listing={listing} />
  if (listing && read.data && (id === null || alert)) {
    return (
      <AlertForm key={id ?? listing} of={read.data} alert={alert} screen={screen}>
        {list}
      </AlertForm>
    )
  }
  return (
    <Screen {...screen}>
      {failed ? (
        <ErrorView title={t('failed')} text={failed.msg} onRetry={() => void refreshAll()} />
      ) : isGone ? (
        <ErrorView title={t('gone')} />
      ) : (
        listing && <SkeletonBlocks of={WAITING} />
      )}
      {list}
    </Screen>
  )
}

/** The form: the instrument, the level, the kind and the note. */
const WAITING = [
  ['60%', 40],
  ['100%', 44],
  ['100%', 52],
  ['100%', 48],
] as const

/** A placeholder that is never requested. */
const NO_LISTING: ListingId = 'XMAD:NONE'
