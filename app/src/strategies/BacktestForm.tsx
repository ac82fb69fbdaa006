import { currencyFor, isListing } from '@lonja/core/base/amount'
import { listStrategies, readBacktest } from '@lonja/core/strategies/strategies.contract'
import { useWaitForHouse } from '@lonja/kit/connection'
import { back, hrefTo, useQuery } from '@lonja/kit/nav'
import { Notice } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { Chip, Chips } from '@lonja/kit/parts/Chip'
import { Field } from '@lonja/kit/parts/Field'
import { FormDock } from '@lonja/kit/parts/FormDock'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { ShareChoice } from './ShareChoice.tsx'
import { INTRADAY, nameIn, type ListedStrategy, type StrategyFacts } from './strategy.ts'
import styles from './strategies.module.css'
import { TermsFields } from './TermsFields.tsx'
import { FIRST_TEST, lastDays, useBacktestForm, type BacktestForm as Form, type FirstTest } from './useBacktestForm.ts'

const WAITING = [
  ['100%', 50],
  ['100%', 120],
  ['100%', 76],
  ['100%', 76],
  ['100%', 76],
] as const

const SPANS = [7, 30, 90, 365] as const

/** Ask for a backtest of a strategy; with `again` the form begins with the terms of an earlier one. */
export function BacktestForm() {
  const t = useText('strategies')
  const query = useQuery()
  const again = query.get('again')
  const facts = useRead(listStrategies, {})
  const earlier = useRead(readBacktest, { id: again ?? '' }, { enabled: again !== null, quiet: true })
  const id = earlier.data?.strategy ?? query.get('strategy')
  const strategy = facts.data?.strategies.find((each) => each.id === id)
  const isReady = again === null || earlier.data !== undefined || earlier.error !== null
  if (facts.data && isReady && strategy) {
    const listing = query.get('listing')
    const first: FirstTest = earlier.data
      ? { ...earlier.data, days: { from: earlier.data.from, to: earlier.data.to } }
      : { ...FIRST_TEST, listing: isListing(listing) ? listing : null }
    return <Whole strategy={strategy} facts={facts.data} first={first} />
  }
  return (
    <Screen title={t('testTitle')} onBack={back}>
      {facts.data && isReady ? (
        <Empty text={t('unknown')} action={t('seeAll')} href={hrefTo(INTRADAY)} />
      ) : facts.error ? (
        <ErrorView title={t('formFailed')} text={facts.error.msg} onRetry={() => void facts.refetch()} />
      ) : (
        <SkeletonBlocks of={WAITING} />
      )}
    </Screen>
  )
}

function Whole({ strategy, facts, first }: { strategy: ListedStrategy; facts: StrategyFacts; first: FirstTest }) {
  const t = useText('strategies')
  const waitsFor = useWaitForHouse()
  const form = useBacktestForm(strategy, facts, first)
  return (
    <Screen
      title={t('testTitle')}
      caption={nameIn(t, strategy.id)}
      onBack={back}
      dock={
        <FormDock elsewhere={form.elsewhere}>
          <Button
            label={form.length === null ? t('test') : t('startTest', { count: form.length })}
            second={t('testMoves')}
            busy={form.busy}
            busyLabel={t('sending')}
            waitsFor={waitsFor}
            onClick={form.submit}
          />
        </FormDock>
      }
    >
      <form ref={form.ref} className={styles.form} noValidate onSubmit={form.submit}>
        {facts.source !== 'practice' && <Notice tone="ground">{t('recorded')}</Notice>}
        <ShareChoice listing={form.listing} error={form.shareError} onChoose={form.setListing} />
        <Period form={form} />
        <TermsFields
          terms={form.terms}
          strategy={strategy.id}
          currency={form.listing ? currencyFor(form.listing) : 'EUR'}
          tried={form.tried}
          mistake={form.mistake}
          onChange={form.forget}
        />
        <button type="submit" hidden />
      </form>
      <div className={styles.end} />
    </Screen>
  )
}

/** The days of a backtest: the last ones, or any that are over. */
function Period({ form }: { form: Form }) {
  const t = useText('strategies')
  const { days, listing, now, setDays } = form
  return (
    <div className={styles.period}>
      <Chips label={t('period')}>
        {SPANS.map((count) => {
          const span = lastDays(listing, count, now)
          const isChosen = span.from === days.from && span.to === days.to
          return <Chip key={count} label={t('days', { count })} chosen={isChosen} onClick={() => setDays(span)} />
        })}
      </Chips>
      <div className={styles.pair}>
        <Field
          type="date"
          label={t('from')}
          value={days.from}
          onChange={(from) => setDays({ ...days, from })}
          error={form.periodError}
        />
        <Field type="date" label={t('to')} value={days.to} onChange={(to) => setDays({ ...days, to })} />
      </div>
    </div>
  )
}
