import type { ReplyOf } from '@lonja/core/base/contract'
import { readAbout } from '@lonja/core/proof/proof.contract'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { Notice } from '@lonja/kit/parts/blocks'
import { HourglassMediumIcon } from '@lonja/kit/parts/late-icons'
import { useRead } from '@lonja/kit/reads'
import { useText, type Say } from '@lonja/kit/text'

type Source = ReplyOf<typeof readAbout>['source']

/** The reason why the house takes no order now, and what follows from it; null while trading is open. */
export function stoppedIn(
  { stoppedSince, publicThrough }: Pick<Source, 'stoppedSince' | 'publicThrough'>,
  t: Say<'orders'>,
  f: Formats,
): { readonly title: string; readonly text: string } | null {
  const why =
    stoppedSince !== null
      ? t('stoppedWhy', { since: f.clock(stoppedSince) })
      : publicThrough !== null
        ? t('publicDayWhy', { day: publicThrough.split('-').reverse().join('/') })
        : null
  return why === null ? null : { title: t('stopped'), text: f.sentences(why, t('ordersStay')) }
}

/** A notice while the house takes no order at all: since when, why, and what happens to open orders. */
export function Stopped() {
  const t = useText('orders')
  const f = useFormats()
  const { data } = useRead(readAbout, {}, { quiet: true })
  const stopped = data && stoppedIn(data.source, t, f)
  if (!stopped) return null
  return (
    <Notice icon={HourglassMediumIcon} title={stopped.title}>
      {stopped.text}
    </Notice>
  )
}
