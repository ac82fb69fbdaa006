import type { ReactNode } from 'react'
import { useWaitForHouse } from '@lonja/kit/connection'
import { useFormats } from '@lonja/kit/formats'
import { back } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { DockLines } from '@lonja/kit/parts/DockLines'
import { FormDock } from '@lonja/kit/parts/FormDock'
import { Screen } from '@lonja/kit/parts/Screen'
import { useText } from '@lonja/kit/text'
import { Restriction } from '../accounts/Restriction.tsx'
import { Expectation } from './Expectation.tsx'
import { ShareChoice } from './ShareChoice.tsx'
import { titleIn, type FormStrategy, type StrategyFacts } from './strategy.ts'
import styles from './strategies.module.css'
import { TermsFields } from './TermsFields.tsx'
import { useRunForm, type FirstRun, type RunForm as Form } from './useRunForm.ts'

/** The form of a run. `head` is said before its fields; `costs` after them, unless a page before it has said them. */
export function RunFields(props: {
  strategy: FormStrategy
  facts: StrategyFacts
  first: FirstRun
  head?: ReactNode
  costs?: ReactNode
}) {
  const { strategy, facts, first, head, costs } = props
  const { id, own, version } = strategy
  const t = useText('strategies')
  const f = useFormats()
  const form = useRunForm(strategy, facts, first)
  const { free, currency } = form
  const name = titleIn(t, { strategy: id, own })
  return (
    <Screen
      title={t('applyTitle')}
      caption={own === null ? name : `${name} · ${t('version', { version })}`}
      onBack={back}
      dock={<Dock form={form} />}
    >
      <Restriction />
      {head}
      <form ref={form.ref} className={styles.form} noValidate onSubmit={form.submit}>
        <Expectation source={facts.source} />
        <ShareChoice listing={form.listing} error={form.shareError} onChoose={form.setListing} />
        <TermsFields
          terms={form.terms}
          strategy={id}
          currency={currency}
          tried={form.tried}
          mistake={form.mistake}
          budgetHint={free === null ? undefined : t('free', { amount: f.amount({ asset: currency, units: free }) })}
          onChange={form.forget}
        />
        <p className={styles.soft}>{t('ownCurrency', { mark: f.mark(currency) })}</p>
        {costs === undefined && <p className={styles.soft}>{t('costStop')}</p>}
        <button type="submit" hidden />
      </form>
      {costs}
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
  const atMost = budget && -budget
  const amount = (units: bigint) => f.amount({ asset: form.currency, units })
  const shown = (units: bigint | null) => (units === null ? '-' : amount(units))
  return (
    <FormDock elsewhere={form.elsewhere}>
      {form.remedy && <Button look="text" small {...form.remedy} />}
      <DockLines
        short={[
          [t('lostAtMost'), shown(atMost)],
          [t('leftFree'), shown(form.left)],
        ]}
      >
        <DefinitionRows
          tight
          rows={[
            { label: t('lostAtStop'), value: shown(lossStop && -lossStop), tone: lossStop ? 'loss' : 'ink' },
            { label: t('lostAtMost'), value: shown(atMost), tone: budget ? 'loss' : 'ink' },
            { label: t('leftFree'), value: shown(form.left) },
          ]}
        />
      </DockLines>
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
