import { isListing } from '@lonja/core/base/amount'
import { listStrategies, readBacktest } from '@lonja/core/strategies/strategies.contract'
import { useWaitForHouse } from '@lonja/kit/connection'
import { useFormats } from '@lonja/kit/formats'
import { back, hrefTo, useQuery } from '@lonja/kit/nav'
import { Notice, Section } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { FormDock } from '@lonja/kit/parts/FormDock'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { Restriction } from '../accounts/Restriction.tsx'
import { Expectation } from './Expectation.tsx'
import { ShareChoice } from './ShareChoice.tsx'
import { INTRADAY, nameIn, type ListedStrategy, type StrategyFacts } from './strategy.ts'
import styles from './strategies.module.css'
import { FIRST_TERMS } from './terms.ts'
import { TermsFields } from './TermsFields.tsx'
import { useRunForm, type FirstRun, type RunForm as Form } from './useRunForm.ts'

const WAITING = [
  ['100%', 110],
  ['100%', 50],
  ['100%', 76],
  ['100%', 76],
] as const

/** Assign an amount to a strategy; with `test` the form begins with the terms of a backtest. */
export function RunForm() {
  const t = useText('strategies')
  const query = useQuery()
  const test = query.get('test')
  const facts = useRead(listStrategies, {})
  const earlier = useRead(readBacktest, { id: test ?? '' }, { enabled: test !== null, quiet: true })
  const id = earlier.data?.strategy ?? query.get('strategy')
  const strategy = facts.data?.strategies.find((each) => each.id === id)
  const isReady = test === null || earlier.data !== undefined || earlier.error !== null
  if (facts.data && isReady && strategy && !facts.data.runs.off) {
    const listing = query.get('listing')
    const first = earlier.data ?? { ...FIRST_TERMS, listing: isListing(listing) ? listing : null }
    return <Whole strategy={strategy} facts={facts.data} first={first} />
  }
  return (
    <Screen title={t('applyTitle')} onBack={back}>
      {facts.data?.runs.off ? (
        <Section>
          <SwitchedOff />
        </Section>
      ) : facts.data && isReady ? (
        <Empty text={t('unknown')} action={t('seeAll')} href={hrefTo(INTRADAY)} />
      ) : facts.error ? (
        <ErrorView title={t('formFailed')} text={facts.error.msg} onRetry={() => void facts.refetch()} />
      ) : (
        <SkeletonBlocks of={WAITING} />
      )}
    </Screen>
  )
}

/** Why no amount can be assigned where the operator has switched strategies off. */
export function SwitchedOff() {
  const t = useText('strategies')
  return (
    <Notice tone="ground" title={t('offTitle')}>
      {t('offText')}
    </Notice>
  )
}

function Whole({ strategy, facts, first }: { strategy: ListedStrategy; facts: StrategyFacts; first: FirstRun }) {
  const t = useText('strategies')
  const f = useFormats()
  const form = useRunForm(strategy, facts, first)
  const { free, currency } = form
  return (
    <Screen title={t('applyTitle')} caption={nameIn(t, strategy.id)} onBack={back} dock={<Dock form={form} />}>
      <Restriction />
      <form ref={form.ref} className={styles.form} noValidate onSubmit={form.submit}>
        <Expectation source={facts.source} />
        <ShareChoice listing={form.listing} error={form.shareError} onChoose={form.setListing} />
        <TermsFields
          terms={form.terms}
          strategy={strategy.id}
          currency={currency}
          tried={form.tried}
          mistake={form.mistake}
          budgetHint={free === null ? undefined : t('free', { amount: f.amount({ asset: currency, units: free }) })}
          onChange={form.forget}
        />
        <p className={styles.soft}>{t('ownCurrency', { mark: f.mark(currency) })}</p>
        <p className={styles.soft}>{t('costStop')}</p>
        <button type="submit" hidden />
      </form>
      <div className={styles.end} />
    </Screen>
  )
}

/** The losses that are possible, said before the tap, and the button that holds the amount. */
function Dock({ form }: { form: Form }) {
  const t = useText('strategies')
  const f = useFormats()
  const waitsFor = useWaitForHouse()
  const { budget, lossStop } = form.terms
  const amount = (units: bigint) => f.amount({ asset: form.currency, units })
  const shown = (units: bigint | null) => (units === null ? '-' : amount(units))
  return (
    <FormDock elsewhere={form.elsewhere}>
      <DefinitionRows
        tight
        rows={[
          { label: t('lostAtStop'), value: shown(lossStop && -lossStop), tone: lossStop ? 'loss' : 'ink' },
          { label: t('lostAtMost'), value: shown(budget && -budget), tone: budget ? 'loss' : 'ink' },
          { label: t('leftFree'), value: shown(form.left) },
        ]}
      />
      <Button
        label={budget === null ? t('apply') : t('applyFor', { amount: amount(budget) })}
        second={t('applyBack')}
        busy={form.busy}
        busyLabel={t('sending')}
        waitsFor={waitsFor}
        onClick={form.submit}
      />
    </FormDock>
  )
}
