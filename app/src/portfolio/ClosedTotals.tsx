import { downloadClosed, readClosedTotals, type ClosedTotals as Totals } from '@lonja/core/portfolio/closed.contract'
import { returnBps } from '@lonja/core/base/formats'
import { useDownload } from '@lonja/kit/download'
import { useFormats } from '@lonja/kit/formats'
import { Amount } from '@lonja/kit/parts/Amount'
import { Button } from '@lonja/kit/parts/Button'
import { Change } from '@lonja/kit/parts/Change'
import { DownloadSimpleIcon } from '@lonja/kit/parts/late-icons'
import { Skeleton } from '@lonja/kit/parts/states'
import { toast } from '@lonja/kit/parts/toast'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { closedFilterOf, type ClosedChoice } from './closed.ts'
import styles from './ClosedTotals.module.css'

/** The sums of the closed positions that the filters leave, by currency, and their table as a file. */
export function ClosedTotals({ choice }: { choice: ClosedChoice }) {
  const t = useText('portfolio')
  const filter = closedFilterOf(choice)
  const { data, error } = useRead(readClosedTotals, filter, { quiet: true, keep: true })
  const { start, isPending } = useDownload(downloadClosed, (name) =>
    toast(t('statementSaved', { name }), { kind: 'done' }),
  )
  // The list says a failure, and that there is nothing.
  if (error && !data) return null
  if (!data) {
    return (
      <div className={styles.totals}>
        <Skeleton width="60%" height={28} />
        <Skeleton width="100%" height={20} />
      </div>
    )
  }
  if (data.rows.length === 0) return null
  return (
    <div className={styles.totals}>
      {data.rows.map((totals) => (
        <CurrencyTotals key={totals.currency} of={totals} />
      ))}
      <Button
        look="outline"
        small
        icon={DownloadSimpleIcon}
        label={t('statementSave', { format: 'CSV' })}
        busy={isPending}
        busyLabel={t('statementSaving')}
        onClick={() => start(filter)}
      />
    </div>
  )
}

/** The result of one currency with its return, over gains, losses and fees. */
function CurrencyTotals({ of }: { of: Totals }) {
  const t = useText('portfolio')
  const orders = useText('orders')
  const f = useFormats()
  const { currency, count, gainCount, lossCount, realised, cost } = of
  const amount = (units: bigint) => ({ asset: currency, units })
  return (
    <section className={styles.currency} aria-label={currency}>
      <h2>
        <span>{t('closedCount', { count })}</span>
        <span>
          <Amount of={amount(realised)} size={20} result /> <Change bps={returnBps(realised, cost)} />
        </span>
      </h2>
      <dl>
        <div>
          <dt>{t('gainsOf', { shown: f.count(gainCount) })}</dt>
          <dd>
            <Amount of={amount(of.gains)} result />
          </dd>
        </div>
        <div>
          <dt>{t('lossesOf', { shown: f.count(lossCount) })}</dt>
          <dd>
            <Amount of={amount(of.losses)} result />
          </dd>
        </div>
        <div>
          <dt>{orders('saleFee')}</dt>
          <dd>{f.amount(amount(of.fees))}</dd>
        </div>
      </dl>
    </section>
  )
}
