import type { ReplyOf } from '@lonja/core/base/contract'
import type { readResults } from '@lonja/core/portfolio/results.contract'
import { useFormats } from '@lonja/kit/formats'
import { LateLineChart } from '@lonja/kit/parts/LateLineChart'
import { useText } from '@lonja/kit/text'
import { useAxisTime } from './spans.ts'

export type Results = ReplyOf<typeof readResults>

/** The line of the result: where the total stands against the start of the span. Each payment is marked. */
export function ResultLine({ of: { at, total, currency, payments }, height }: { of: Results; height?: number }) {
  const t = useText('portfolio')
  const f = useFormats()
  const sentence = usePaymentText(currency)
  const [begin, end] = [at[0] ?? 0, at.at(-1) ?? 0]
  const axisTime = useAxisTime(begin, end)
  const first = total[0] ?? 0n
  const results = total.map((each) => each - first)
  const write = (units: bigint) => f.amount({ asset: currency, units }, 'results')
  if (total.length < 2) return null
  return (
    <LateLineChart
      summary={t('resultSentence', {
        since: f.date(begin),
        result: write(results.at(-1) ?? 0n),
        high: write(largest(results)),
        low: write(-largest(results.map((result) => -result))),
      })}
      points={results.map((result, index) => ({ at: at[index] ?? 0, value: Number(result) }))}
      sessions={[{ from: begin, to: end }]}
      previous={0}
      marks={payments.map((payment) => ({ at: payment.at, text: sentence(payment.paid) }))}
      {...(height === undefined ? {} : { height })}
      words={{ high: t('resultBest'), low: t('resultWorst'), previous: t('resultStart') }}
      formatValue={(value) => write(BigInt(Math.round(value)))}
      formatTime={axisTime}
    />
  )
}

/** Says what was paid in or out at a point of the line. */
export function usePaymentText(currency: Results['currency']): (paid: bigint) => string {
  const t = useText('portfolio')
  const f = useFormats()
  return (paid) =>
    t(paid > 0n ? 'paymentIn' : 'paymentOut', {
      amount: f.amount({ asset: currency, units: paid < 0n ? -paid : paid }),
    })
}

const largest = (units: readonly bigint[]): bigint =>
  units.reduce((most, each) => (each > most ? each : most), units[0] ?? 0n)
