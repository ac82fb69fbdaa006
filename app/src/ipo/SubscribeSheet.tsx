import { useWaitForHouse } from '@lonja/kit/connection'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { Notice } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { FormDock } from '@lonja/kit/parts/FormDock'
import { NumberField } from '@lonja/kit/parts/NumberField'
import { Segments } from '@lonja/kit/parts/Segments'
import { Sheet } from '@lonja/kit/parts/Sheet'
import { Stepper } from '@lonja/kit/parts/Stepper'
import { useText } from '@lonja/kit/text'
import { drawTimeOf, type Application, type WholeOffer } from './offer.ts'
import { useSubscribing, type By } from './subscribing.ts'
import styles from './ipo.module.css'

type Form = ReturnType<typeof useSubscribing>

interface SheetProps {
  offer: WholeOffer
  /** The running application that is changed; null for a new one. */
  running: Application | null
  onClose: () => void
  onDone: (reply: Application) => void
}

/** Apply for an offer, or change the application: all that follows is said before the tap. */
export function SubscribeSheet({ offer, running, onClose, onDone }: SheetProps) {
  const t = useText('ipo')
  const f = useFormats()
  const form = useSubscribing(offer, running, onDone)
  const waitsFor = useWaitForHouse()
  const { accepted, hold } = form
  const amount = (units: bigint) => f.amount({ asset: offer.currency, units })
  const size = accepted && { count: accepted.lots, shares: f.count(accepted.shares) }
  return (
    <Sheet
      title={running ? t('changeTitle', { company: offer.company }) : t('subscribeTitle', { company: offer.company })}
      onClose={onClose}
      actions={
        <FormDock elsewhere={form.elsewhere}>
          <Button
            label={size ? t(running ? 'changeTo' : 'subscribeFor', size) : t(running ? 'change' : 'subscribe')}
            {...(accepted && hold !== null ? { second: t('holds', { amount: amount(hold) }) } : {})}
            busy={form.busy}
            busyLabel={t('sending')}
            waitsFor={waitsFor}
            onClick={form.submit}
          />
        </FormDock>
      }
    >
      <form ref={form.ref} className={styles.form} noValidate onSubmit={form.submit}>
        <Segments<By>
          label={t('by')}
          value={form.by}
          onChange={form.setBy}
          options={[
            { value: 'lots', label: t('byLots') },
            { value: 'amount', label: t('byAmount') },
          ]}
        />
        <Size offer={offer} form={form} />
        {form.lacks !== null && <OwnCash offer={offer} form={form} />}
        <Consequences offer={offer} form={form} />
        <button type="submit" hidden />
      </form>
    </Sheet>
  )
}

/** The size, in lots or as an amount. */
function Size({ offer, form }: { offer: WholeOffer; form: Form }) {
  const t = useText('ipo')
  const f = useFormats()
  if (form.by === 'lots') {
    return (
      <Stepper
        label={t('lotsOfShares', { shares: f.count(offer.lot) })}
        labelRight={t('limits', { most: f.count(offer.most) })}
        value={form.typedLots}
        onChange={form.setLots}
        max={offer.most}
        error={form.error}
      />
    )
  }
  return (
    <NumberField
      label={t('amount')}
      labelRight={t('minimumShort', { min: form.least })}
      tall
      decimals={2}
      value={form.amount}
      unit={f.mark(offer.currency)}
      onChange={form.setAmount}
      error={form.error}
      hint={form.accepted ? t('roundedTo', { count: form.accepted.lots }) : t('rounded')}
    />
  )
}

/** The cash that pays for an offer, where it is not enough: that of its own currency alone. */
function OwnCash({ offer: { currency }, form }: { offer: WholeOffer; form: Form }) {
  const t = useText('ipo')
  const f = useFormats()
  const free = f.amount({ asset: currency, units: (form.free ?? 0n) + form.heldNow })
  return (
    <Notice>
      <p>{t('paidIn', { mark: f.mark(currency), free })}</p>
      <Button look="text" small label={t('deposit')} href={hrefTo('/subPackages/recharge/type', { cash: currency })} />
    </Notice>
  )
}

function Consequences({ offer, form }: { offer: WholeOffer; form: Form }) {
  const t = useText('ipo')
  const f = useFormats()
  const { accepted, hold, free, heldNow, lacks } = form
  const amount = (units: bigint) => f.amount({ asset: offer.currency, units })
  const held = accepted && hold !== null ? hold : null
  const left = held === null || free === undefined ? null : free + heldNow - held
  return (
    <DefinitionRows
      rows={[
        { label: t('heldUntilDraw'), value: held === null ? '-' : amount(held) },
        ...(heldNow > 0n ? [{ label: t('heldBefore'), value: amount(heldNow) }] : []),
        { label: t('ifNone'), value: t('allReleased', { date: f.shortDay(drawTimeOf(offer)) }) },
        { label: t('fee'), value: amount(0n) },
        { label: t('worst'), value: held === null ? '-' : amount(0n - held), tone: held === null ? undefined : 'loss' },
        lacks === null
          ? { label: t('left'), value: left === null ? '-' : amount(left), total: true }
          : { label: t('lacking'), value: amount(lacks), total: true },
      ]}
    />
  )
}
