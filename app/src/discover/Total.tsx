import type { ReplyOf } from '@lonja/core/base/contract'
import { changeBps, toneFor } from '@lonja/core/base/formats'
import { readDayCurve, type readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { useFormats } from '@lonja/kit/formats'
import { hideFigures, useFiguresHidden } from '@lonja/kit/hidden'
import { hrefTo } from '@lonja/kit/nav'
import { Amount } from '@lonja/kit/parts/Amount'
import { Button, Buttons } from '@lonja/kit/parts/Button'
import { HeroChange } from '@lonja/kit/parts/Change'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { CaretRightIcon, EyeIcon, EyeSlashIcon } from '@lonja/kit/parts/page-icons'
import { Sparkline } from '@lonja/kit/parts/Sparkline'
import { ErrorView, Skeleton } from '@lonja/kit/parts/states'
import { refreshAll, useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { FirstMoney, FirstSteps, useFirstSteps } from './FirstSteps.tsx'
import { ValueOverTime, ValueWaiting } from './ValueOverTime.tsx'
import styles from './discover.module.css'

type Display = ReplyOf<typeof readFigures>['display']

/**
 * The customer's total: of a newcomer with the change of the day and the first steps, then with its line over a month.
 * If it fails to load, the lists below may fail too: one error, with one button that reloads everything.
 */
export function Total({ of: { data, error } }: { of: ReturnType<typeof useRead<typeof readFigures>> }) {
  const t = useText('discover')
  const hidden = useFiguresHidden()
  const steps = useFirstSteps()
  if (error && !data) {
    return (
      <>
        <ErrorView title={t('totalFailed')} text={error.msg} onRetry={() => void refreshAll()} />
        <Acts penniless={false} />
      </>
    )
  }
  const display = data?.display
  return (
    <>
      <section className={styles.total} aria-label={t('total')} data-alone={steps ? undefined : true}>
        <div>
          <p className={styles.caption}>
            {t('total')}
            <IconButton
              icon={hidden ? EyeSlashIcon : EyeIcon}
              size={18}
              label={t(hidden ? 'show' : 'hide')}
              pressed={hidden}
              onClick={() => hideFigures(!hidden)}
            />
          </p>
          <Figure display={display} isOfDay={Boolean(steps)} />
        </div>
        {!hidden && steps && (
          <a className={styles.value} href={hrefTo('/subPackages/portfolio/results')}>
            <DayCurve />
            <span>
              {t('seeValue')}
              <CaretRightIcon size={14} />
            </span>
          </a>
        )}
      </section>
      {!hidden && steps === undefined && <ValueWaiting />}
      {!hidden && steps === null && <ValueOverTime display={display} />}
      {steps && <FirstMoney />}
      <Acts penniless={display !== undefined && display.total === 0n && display.paidIn === 0n} />
      {steps && <FirstSteps of={steps} />}
    </>
  )
}

/** The total, of a newcomer with the change of the day. */
function Figure({ display, isOfDay }: { display: Display | undefined; isOfDay: boolean }) {
  const t = useText('discover')
  const hidden = useFiguresHidden()
  if (!display) {
    return (
      <div className={styles.counting} data-waiting>
        <Skeleton width={180} height={40} />
        {isOfDay && <Skeleton width={130} height={16} />}
      </div>
    )
  }
  if (hidden) return <p className={styles.covered}>••••••</p>
  return (
    <>
      <Amount of={{ asset: display.currency, units: display.total }} size={32} />
      {isOfDay && (
        <HeroChange
          currency={display.currency}
          byCents={display.dayChange ?? undefined}
          bps={display.dayChange === null ? null : changeBps(display.total - display.dayChange, display.total)}
          note={t('today')}
        />
      )}
    </>
  )
}

/** The three acts. A customer without money is led to the deposit first. */
function Acts({ penniless }: { penniless: boolean }) {
  const t = useText('discover')
  const own = useText('portfolio')
  return (
    <div className={styles.doors}>
      {penniless && <p className={styles.penniless}>{t('noMoney')}</p>}
      <Buttons>
        <Button look={penniless ? 'soft' : 'filled'} label={t('buy')} href={hrefTo('/subPackages/discover/search')} />
        <Button
          look={penniless ? 'filled' : 'soft'}
          label={own('deposit')}
          href={hrefTo('/subPackages/recharge/type')}
        />
        <Button look="soft" label={own('withdraw')} href={hrefTo('/subPackages/withdraw/index')} />
      </Buttons>
    </div>
  )
}

/** The total over the day. The line stops at now, and the figures beside it show the same values. */
function DayCurve() {
  const t = useText('discover')
  const f = useFormats()
  const { data } = useRead(readDayCurve, {}, { quiet: true, refetchMs: 60_000 })
  // A day without a change would be a dash beside the total.
  const moves = data?.total.some((total) => total !== data.start)
  if (!data || !moves || data.total.length < 2) return <div className={styles.curve} />
  const points = data.total.map(Number)
  const last = data.total.at(-1) ?? 0n
  const now = data.at.at(-1) ?? data.from
  const share = (now - data.from) / Math.max(1, data.to - data.from)
  const session = Math.max(points.length, Math.round(points.length / Math.max(share, 0.05)))
  return (
    <div
      className={styles.curve}
      role="img"
      aria-label={t('dayCurve', {
        from: f.amount({ asset: data.currency, units: data.start }),
        to: f.amount({ asset: data.currency, units: last }),
      })}
    >
      <Sparkline points={points} previous={Number(data.start)} session={session} tone={toneFor(last - data.start)} />
    </div>
  )
}
