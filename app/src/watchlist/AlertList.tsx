import type { ListingId } from '@lonja/core/base/amount'
import { changeBps } from '@lonja/core/base/formats'
import { pauseAlert, type listAlerts } from '@lonja/core/watchlist/alerts.contract'
import { useFormats } from '@lonja/kit/formats'
import { useQuote } from '@lonja/kit/live'
import { hrefTo } from '@lonja/kit/nav'
import { BellIcon } from '@lonja/kit/parts/page-icons'
import { Section } from '@lonja/kit/parts/blocks'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { Switch } from '@lonja/kit/parts/Switch'
import { toast } from '@lonja/kit/parts/toast'
import { markStale, type useRead } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import { useMarketNames } from '../market/names.ts'
import type { OwnAlert } from './alert.ts'
import styles from './alerts.module.css'
import { ALERTS_PATH, CHOOSE } from './lists.ts'

type Own = ReturnType<typeof useRead<typeof listAlerts>>

/** All alerts, those of the current instrument first. */
export function AlertList({ own, listing }: { own: Own; listing: ListingId | null }) {
  const t = useText('alerts')
  const { data, error } = own
  if (error && !data) return <ErrorView title={t('listFailed')} text={error.msg} onRetry={() => void own.refetch()} />
  if (!data) return <SkeletonRows rows={4} line={false} />
  const { rows, most } = data
  const sorted = [...rows.filter((one) => one.listing === listing), ...rows.filter((one) => one.listing !== listing)]
  if (rows.length === 0) {
    const find = { action: t('choose'), href: hrefTo(...CHOOSE) }
    return <Empty icon={BellIcon} text={t('none')} why={t('noneWhy')} {...(listing === null ? find : {})} />
  }
  return (
    <div className={styles.own}>
      <Section flush title={t('own')} right={<small>{t('of', { count: rows.length, most })}</small>}>
        <ul className={styles.list}>
          {sorted.map((alert) => (
            <li key={alert.id} className={styles.row}>
              <AlertRow of={alert} />
            </li>
          ))}
        </ul>
      </Section>
      <p className={styles.rule}>{t('rule')}</p>
    </div>
  )
}

/** One alert: its threshold and distance. The row opens it, the switch pauses and resumes it. */
function AlertRow({ of }: { of: OwnAlert }) {
  const t = useText('alerts')
  const f = useFormats()
  const names = useMarketNames()
  const stale = () => markStale(['alerts'])
  const pause = useWrite(pauseAlert, {
    onReply: ({ fromNextDay }) => {
      stale()
      if (fromNextDay) toast(t('madeNextDay'), { kind: 'done' })
    },
    onRefusal: stale,
  })
  const figure =
    of.kind === 'percent'
      ? `±${f.rate(BigInt(of.percentBps ?? 0))}`
      : f.price(of.level, of.index ? undefined : of.currency)
  return (
    <>
      <a className={styles.open} href={hrefTo(ALERTS_PATH, { listing: of.listing, id: of.id })}>
        <span className={styles.pair}>
          <b>{of.name}</b>
          <b>{figure}</b>
        </span>
        <span className={styles.pair}>
          <small>{names.caption(of.listing)}</small>
          <small>
            <Standing of={of} />
          </small>
        </span>
        {of.note !== null && <small className={styles.noted}>{of.note}</small>}
      </a>
      <Switch
        label={t('switch', { name: of.name, figure })}
        on={of.state === 'watching'}
        busy={pause.isPending}
        onChange={(on) => pause.mutate({ id: of.id, paused: !on })}
      />
    </>
  )
}

/** Above or below with the distance; paused; or the time it fired. */
function Standing({ of }: { of: OwnAlert }) {
  const t = useText('alerts')
  const f = useFormats()
  const live = useQuote(of.state === 'watching' ? of.listing : null)
  if (of.state === 'told' && of.firedAt !== null) return t('told', { time: f.date(of.firedAt) })
  const kinds = { above: t('isAbove'), below: t('isBelow'), percent: t('isPercent') } as const
  const kind = kinds[of.kind]
  if (of.state === 'paused') return t('isPaused', { kind })
  const last = live?.last ?? of.last
  const previous = live?.previousClose ?? of.previousClose
  const daily = of.repeats === 'daily' ? t('eachDay') : ''
  if (of.kind === 'percent')
    return t('isAt', { kind, distance: f.bps(previous && last ? changeBps(previous, last) : null) }) + daily
  return t('isAway', { kind, distance: f.bps(last && of.level ? changeBps(last, of.level) : null) }) + daily
}
