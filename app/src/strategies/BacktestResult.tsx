import type { ReactNode } from 'react'
import { divideDown, type Currency } from '@lonja/core/base/amount'
import { changeBps, toneFor } from '@lonja/core/base/formats'
import { useFormats } from '@lonja/kit/formats'
import { Notice, Section } from '@lonja/kit/parts/blocks'
import tones from '@lonja/kit/parts/tones.module.css'
import { useText } from '@lonja/kit/text'
import type { BacktestOutcome } from '@lonja/core/strategies/strategies.contract'
import { useRefusedText, type BacktestStory, type Figures } from './backtest.ts'
import { Fall } from './Fall.tsx'
import styles from './strategies.module.css'
import { ValueLine } from './ValueLine.tsx'

/** The result of a backtest beside a purchase that is held: the worst fall first, its costs, and what it says nothing of. */
export function BacktestResult({ of, outcome }: { of: BacktestStory; outcome: BacktestOutcome }) {
  const t = useText('strategies')
  const f = useFormats()
  const { budget, currency } = of
  const amount = (units: bigint) => f.amount({ asset: currency, units })
  return (
    <>
      <Section>
        <Fall
          drawdown={outcome.own.drawdown}
          currency={currency}
          beside={t('withAmount', { amount: amount(budget) })}
        />
        <p className={styles.legend}>
          <span className={styles.own}>{t('lineOwn')}</span>
          <span className={styles.held}>{t('lineHeld')}</span>
        </p>
        <ValueLine
          points={outcome.curve}
          budget={budget}
          currency={currency}
          summary={t('curve', {
            amount: amount(budget),
            own: amount(outcome.own.value),
            held: amount(outcome.held.value),
          })}
        />
      </Section>
      {outcome.stopped !== null && (
        <Section>
          <Notice title={t('stoppedEarly')}>{t(`reason_${outcome.stopped}`)}</Notice>
        </Section>
      )}
      <Section>
        <Beside of={of} outcome={outcome} />
      </Section>
      <Section>
        <Costless own={outcome.own} budget={budget} currency={currency} />
        <p className={styles.soft}>{t('sameRules')}</p>
        <p className={styles.soft}>
          {t('minutesQuoted', {
            minutes: f.count(BigInt(outcome.minutes)),
            quoted: f.count(BigInt(outcome.quoted)),
          })}
        </p>
      </Section>
    </>
  )
}

/** The same rows for the strategy and for the purchase that is held. */
function Beside({ of: { budget, currency }, outcome }: { of: BacktestStory; outcome: BacktestOutcome }) {
  const t = useText('strategies')
  const f = useFormats()
  const refusedText = useRefusedText()
  const { own, held, trades, wins } = outcome
  const refused = refusedText(outcome.refusals)
  const both = (write: (side: Figures) => ReactNode) => [write(own), write(held)] as const
  const amount = (units: bigint) => f.amount({ asset: currency, units })
  const toned = (bps: bigint) => <span className={tones[toneFor(bps)]}>{f.bps(bps)}</span>
  const rows: readonly (readonly [string, readonly [ReactNode, ReactNode], string?])[] = [
    [t('drawdown'), both(({ drawdown }) => toned(-BigInt(drawdown.bps)))],
    [t('endsAt'), both(({ value }) => amount(value))],
    [t('result'), both(({ value }) => toned(changeBps(budget, value) ?? 0n))],
    [t('trades'), [f.count(BigInt(trades)), held.fills > 0 ? f.count(1n) : f.count(0n)]],
    [t('wins'), [trades === 0 ? '-' : f.rate(divideDown(BigInt(wins) * 10_000n, BigInt(trades))), '-']],
    [t('fees'), both(({ fees }) => amount(fees))],
    [t('spread'), both(({ spread }) => amount(spread))],
    [t('exposure'), both(({ exposureBps }) => f.rate(BigInt(exposureBps)))],
    ...(refused ? [[t('refused'), [refused.count, '-'], refused.why] as const] : []),
  ]
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('withAmount', { amount: amount(budget) })}</th>
          <th scope="col">{t('colOwn')}</th>
          <th scope="col">{t('colHeld')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, [left, right], note]) => (
          <tr key={label}>
            <th scope="row">
              {label}
              {note !== undefined && <small>{note}</small>}
            </th>
            <td>{left}</td>
            <td>{right}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Costless({ own, budget, currency }: { own: Figures; budget: bigint; currency: Currency }) {
  const t = useText('strategies')
  const f = useFormats()
  const costs = own.fees + own.spread
  return (
    <div className={styles.calm}>
      <strong>{t('costless', { result: f.bps(changeBps(budget, own.value + costs)) })}</strong>
      <p>{t('costsAre', { costs: f.amount({ asset: currency, units: costs }) })}</p>
    </div>
  )
}
