import { useState } from 'react'
import { currencyFor, eur, type ListingId } from '@lonja/core/base/amount'
import { MINUTE, type Instant } from '@lonja/core/base/instant'
import { averageLoss, LIFE_MS } from '@lonja/core/options/options.rules'
import { OPTION_LIVES, OPTION_SIDES } from '@lonja/core/options/options.contract'
import { useWaitForHouse } from '@lonja/kit/connection'
import { useFormats } from '@lonja/kit/formats'
import { Button } from '@lonja/kit/parts/Button'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { DockLines } from '@lonja/kit/parts/DockLines'
import { FormDock } from '@lonja/kit/parts/FormDock'
import { NumberField } from '@lonja/kit/parts/NumberField'
import { Segments } from '@lonja/kit/parts/Segments'
import { useText } from '@lonja/kit/text'
import type { OptionTerms } from './option.ts'
import styles from './options.module.css'
import { StrikeLine } from './StrikeLine.tsx'
import type { useEntry } from './useEntry.ts'

type Form = ReturnType<typeof useEntry>

/** The line begins half an hour before an entry, or half of its time. */
const LINE_MS = 32 * MINUTE

/** The market of the last half hour, the guess, the time and the stake. */
export function EntryFields({
  form,
  listing,
  terms,
  close,
}: {
  form: Form
  listing: ListingId
  terms: OptionTerms
  close: Instant | null
}) {
  const t = useText('options')
  const f = useFormats()
  const [openedAt] = useState(() => Date.now())
  const until = form.life === 'day' ? close : openedAt + LIFE_MS[form.life]
  return (
    <form ref={form.ref} className={styles.form} noValidate onSubmit={form.submit}>
      <StrikeLine
        listing={listing}
        currency={currencyFor(listing)}
        strike={null}
        from={openedAt - Math.max(LINE_MS, ((until ?? openedAt) - openedAt) / 2)}
        last={null}
        side={form.side}
        until={until}
      />
      <Segments
        label={t('guess')}
        value={form.side}
        onChange={form.setSide}
        options={OPTION_SIDES.map((value) => ({ value, label: t(`ends_${value}`) }))}
      />
      <div className={styles.choice}>
        <Segments
          label={t('life')}
          labelShown
          value={form.life}
          onChange={form.setLife}
          options={OPTION_LIVES.map((value) => ({ value, label: t(`life_${value}`) }))}
        />
        <NumberField
          label={t('stake')}
          tall
          inRow
          decimals={2}
          value={form.stake}
          unit={f.mark('EUR')}
          onChange={form.setStake}
          error={form.stakeError}
          hint={t('stakeHint', { left: f.amount(eur(terms.limit.left)) })}
        />
      </div>
      <p className={styles.soft}>{t('rule')}</p>
      <button type="submit" hidden />
    </form>
  )
}

/** The consequences of an entry, and its button. */
export function EntryDock({ form, terms, close }: { form: Form; terms: OptionTerms; close: Instant | null }) {
  const t = useText('options')
  const f = useFormats()
  const waitsFor = useWaitForHouse()
  const { stake, gain } = form
  const average = stake === null ? null : -averageLoss(stake, terms.terms.lossBps)
  const shown = (units: bigint | null) => (units === null ? '-' : f.amount(eur(units), 'results'))
  const ending =
    form.life !== 'day'
      ? t('finalIn', { life: t(`life_${form.life}`) })
      : close === null
        ? t('final')
        : t('finalAt', { time: f.clock(close) })
  const wrong = shown(stake === null ? null : -stake)
  const free = stake === null || stake > terms.free ? '-' : f.amount(eur(terms.free - stake))
  return (
    <FormDock elsewhere={form.elsewhere}>
      <DockLines
        short={[
          [t('ifWrong'), wrong],
          [t('leftFree'), free],
        ]}
      >
        <DefinitionRows
          tight
          rows={[
            { label: t('ifWrong'), value: wrong, tone: stake === null ? 'ink' : 'loss' },
            { label: t('ifRight'), value: shown(gain), tone: gain === null ? 'ink' : 'gain' },
            { label: t('onAverage'), value: shown(average), tone: average === null ? 'ink' : 'loss' },
            { label: t('leftFree'), value: free },
          ]}
        />
      </DockLines>
      <Button
        label={stake === null ? t('enter') : t(`enter_${form.side}`, { amount: f.amount(eur(stake)) })}
        second={ending}
        busy={form.busy}
        busyLabel={t('sending')}
        waitsFor={waitsFor}
        onClick={form.submit}
      />
    </FormDock>
  )
}
