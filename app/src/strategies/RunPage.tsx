import { tickerOf } from '@lonja/core/base/amount'
import { toneFor } from '@lonja/core/base/formats'
import { SECOND } from '@lonja/core/base/instant'
import { readRun } from '@lonja/core/strategies/runs.contract'
import { useFormats } from '@lonja/kit/formats'
import { back, hrefTo, useQuery } from '@lonja/kit/nav'
import { Notice, Section } from '@lonja/kit/parts/blocks'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Row } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { refreshAll, useRead } from '@lonja/kit/reads'
import { useText, type Say } from '@lonja/kit/text'
import { Restriction } from '../accounts/Restriction.tsx'
import { useRefusedText } from './backtest.ts'
import { Fall } from './Fall.tsx'
import { OWN_TEXT } from './own/own.ts'
import { StopNotice } from './own/StopNotice.tsx'
import { useIsRemoved } from './own/useIsRemoved.ts'
import { RUNS, RUN_TONES, RUN_TRADES, type RunStory } from './run.ts'
import { RunActs } from './RunActs.tsx'
import { titleIn } from './strategy.ts'
import styles from './strategies.module.css'
import { TermsRows } from './TermsRows.tsx'
import { ValueLine } from './ValueLine.tsx'

const WAITING = [
  ['100%', 60],
  ['100%', 194],
  ['100%', 220],
] as const

/** The interval at which a run is read again, because its value follows the market. */
const REFETCH_MS = 5 * SECOND

/** One run: its worst fall, its curve and figures from fills, and what can be done with it. */
export function RunPage() {
  const t = useText('strategies')
  const id = useQuery().get('id') ?? ''
  const { data, error, refetch } = useRead(readRun, { id }, { quiet: true, refetchMs: REFETCH_MS })
  const isUnknown = error && 'refused' in error && ['unknown_run', 'bad_input'].includes(error.refused)
  const isOpen = data?.state === 'running' || data?.state === 'paused'
  return (
    <Screen
      title={data ? titleIn(t, data) : t('title')}
      caption={data && placeIn(t, data)}
      onBack={back}
      onRefresh={refreshAll}
      dock={data && isOpen && <RunActs of={data} />}
    >
      {data ? (
        <Whole of={data} />
      ) : isUnknown ? (
        <Empty text={t('unknownRun')} action={t('runs')} href={hrefTo(RUNS)} />
      ) : error ? (
        <ErrorView title={t('runFailed')} text={error.msg} onRetry={() => void refetch()} />
      ) : (
        <SkeletonBlocks of={WAITING} />
      )}
    </Screen>
  )
}

/** The share of a run; for an own strategy also its version. */
const placeIn = (t: Say<'strategies'>, { own, company, listing, version }: RunStory): string =>
  own === null ? `${company} · ${tickerOf(listing)}` : `${tickerOf(listing)} · ${t('version', { version })}`

function Whole({ of }: { of: RunStory }) {
  const t = useText('strategies')
  const f = useFormats()
  const { id, state, at, budget, currency, drawdown, curve, value } = of
  const amount = (units: bigint) => f.amount({ asset: currency, units })
  return (
    <>
      <Restriction />
      <Section>
        <p className={styles.state}>
          <StatusChip tone={RUN_TONES[state]} label={t(`run_${state}`)} />
          <span className={styles.soft}>{t('since', { when: f.date(at) })}</span>
        </p>
        <Fall drawdown={drawdown} currency={currency} beside={t('withAmount', { amount: amount(budget) })} />
        <ValueLine
          points={curve}
          budget={budget}
          currency={currency}
          summary={t('runCurve', {
            amount: amount(budget),
            since: f.date(at),
            value: value === null ? '-' : amount(value),
          })}
        />
      </Section>
      <StateNotice of={of} />
      <FigureRows of={of} />
      <Section flush>
        <Row dense caret title={t('seeRunTrades')} href={hrefTo(RUN_TRADES, { id })} />
        {of.own && <OwnTextRow of={of} own={of.own.id} />}
      </Section>
      <TermsRows of={of} />
      <div className={styles.end} />
    </>
  )
}

/** Leads to the version of the own strategy that runs, while that is there. */
function OwnTextRow({ of: { version, listing }, own }: { of: RunStory; own: string }) {
  const t = useText('own')
  if (useIsRemoved(own)) return <Row dense title={t('textRemoved')} />
  const href = hrefTo(OWN_TEXT, { id: own, version: String(version), listing })
  return <Row dense caret title={t('seeText', { version })} href={href} />
}

/** The consequences of its state, and why it stops: for an own strategy the fault of its text. */
function StateNotice({ of: { state, reason, sells, stop, own, version } }: { of: RunStory }) {
  const t = useText('strategies')
  const isRemoved = useIsRemoved(own?.id ?? null)
  if (state === 'running') return null
  const text =
    state === 'paused'
      ? t('pausedText')
      : state === 'stopped'
        ? t('endedKept')
        : t(sells ? 'stoppingSells' : 'stoppingKeeps')
  return (
    <>
      {stop && own && (
        <Section>
          <StopNotice stop={stop} of={{ version, own: isRemoved ? { ...own, name: null } : own }} />
        </Section>
      )}
      <Section>
        <Notice tone="ground" {...(reason !== null && !stop && { title: t(`reason_${reason}`) })}>
          {text}
        </Notice>
      </Section>
    </>
  )
}

function FigureRows({ of }: { of: RunStory }) {
  const t = useText('strategies')
  const f = useFormats()
  const refused = useRefusedText()(of.refusals)
  const { currency, state, value, result, realised, fees, cash, shares, cost, listing } = of
  const amount = (units: bigint) => f.amount({ asset: currency, units })
  const resultRow = (label: string, units: bigint) => ({
    label,
    value: f.amount({ asset: currency, units }, 'results'),
    tone: toneFor(units),
  })
  const count = (number: number) => f.count(BigInt(number))
  return (
    <Section title={t('figures')}>
      <DefinitionRows
        rows={[
          { label: t(state === 'stopped' ? 'valueEnd' : 'valueNow'), value: value === null ? '-' : amount(value) },
          result === null ? { label: t('result'), value: '-' } : resultRow(t('result'), result),
          resultRow(t('realised'), realised),
          { label: t('fees'), value: amount(fees) },
          { label: t('cash'), value: amount(cash) },
          {
            label: t('sharesOf', { ticker: tickerOf(listing) }),
            note: shares > 0n ? t('costOf', { cost: amount(cost) }) : undefined,
            value: f.count(shares),
          },
          { label: t('orders'), note: t('fills', { count: of.fills }), value: count(of.orders) },
          ...(refused ? [{ label: t('refused'), note: refused.why, value: refused.count }] : []),
          { label: t('late'), note: of.late > 0 ? t('lateWhy') : undefined, value: count(of.late) },
        ]}
      />
    </Section>
  )
}
