import { tickerOf } from '@lonja/core/base/amount'
import { useWaitForHouse } from '@lonja/kit/connection'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { Notice } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { FormDock } from '@lonja/kit/parts/FormDock'
import { NumberField } from '@lonja/kit/parts/NumberField'
import { LockSimpleIcon } from '@lonja/kit/parts/late-icons'
import { Sheet } from '@lonja/kit/parts/Sheet'
import { Stepper } from '@lonja/kit/parts/Stepper'
import { useText } from '@lonja/kit/text'
import { useApplying } from './applying.ts'
import { useExactPrice, type BlockOffer, type BlockOffers } from './block.ts'
import styles from './blocks.module.css'

interface SheetProps {
  offer: BlockOffer
  house: BlockOffers
  onClose: () => void
  onDone: (id: string) => void
}

/** Apply for a block: the price rule, the lock, the own cap and the worst case are said before the tap. */
export function ApplySheet({ offer, house, onClose, onDone }: SheetProps) {
  const t = useText('blocks')
  const f = useFormats()
  const form = useApplying(offer, house, onDone)
  const waitsFor = useWaitForHouse()
  const { shares, held } = form
  const size = shares === null ? null : { count: f.count(shares), ticker: tickerOf(offer.listing) }
  return (
    <Sheet
      title={t('applyTitle', { company: offer.company })}
      onClose={onClose}
      actions={
        <FormDock elsewhere={form.elsewhere}>
          <Button
            label={size ? t('applyFor', size) : t('apply')}
            {...(held ? { second: t('holds', { amount: f.amount(held.hold) }) } : {})}
            busy={form.busy}
            busyLabel={t('sending')}
            waitsFor={waitsFor}
            onClick={form.submit}
          />
        </FormDock>
      }
    >
      <form ref={form.ref} className={styles.form} noValidate onSubmit={form.submit}>
        <Notice icon={LockSimpleIcon} title={t('lockTitle', { days: BigInt(offer.lockDays) })}>
          {t('rule', { when: f.date(offer.priceAfter), discount: f.rate(BigInt(offer.discountBps)) })}
        </Notice>
        <Stepper
          label={t('shares')}
          labelRight={t('limits', { least: f.count(offer.least), most: f.count(offer.mostNow) })}
          value={shares}
          onChange={form.setShares}
          min={offer.least}
          max={offer.mostNow}
          error={form.sharesError}
        />
        <Cap offer={offer} form={form} />
        {form.short !== null && <OwnCash offer={offer} free={form.short} />}
        <Consequences offer={offer} form={form} />
        <button type="submit" hidden />
      </form>
    </Sheet>
  )
}

type Form = ReturnType<typeof useApplying>

function Cap({ offer, form }: { offer: BlockOffer; form: Form }) {
  const t = useText('blocks')
  const f = useFormats()
  const exact = useExactPrice()
  const { price, currency } = offer
  const isLow = price !== null && form.cap !== null && form.cap < price
  return (
    <NumberField
      label={t('cap')}
      tall
      decimals={4}
      value={form.cap}
      unit={f.mark(currency)}
      onChange={form.setCap}
      error={form.capError}
      hint={isLow ? t('capLow', { price: exact(price, currency) }) : t('capHint')}
    />
  )
}

/** The cash that pays for a block, where it is not enough: that of its own currency alone. */
function OwnCash({ offer: { currency }, free }: { offer: BlockOffer; free: bigint }) {
  const t = useText('blocks')
  const f = useFormats()
  return (
    <Notice>
      <p>{t('paidIn', { mark: f.mark(currency), free: f.amount({ asset: currency, units: free }) })}</p>
      <Button look="text" small label={t('deposit')} href={hrefTo('/subPackages/recharge/type', { cash: currency })} />
    </Notice>
  )
}

function Consequences({ offer, form }: { offer: BlockOffer; form: Form }) {
  const t = useText('blocks')
  const f = useFormats()
  const exact = useExactPrice()
  const { held, left, shares, cap } = form
  const amount = (units: bigint) => f.amount({ asset: offer.currency, units })
  const note = shares === null || cap === null ? undefined : `${f.count(shares)} × ${exact(cap, offer.currency)}`
  return (
    <DefinitionRows
      rows={[
        { label: t('cost'), note, value: held ? amount(held.cost) : '-' },
        { label: t('fee'), value: held ? amount(held.fee) : '-' },
        { label: t('held'), value: held ? f.amount(held.hold) : '-' },
        {
          label: t('worst'),
          note: t('worstNote'),
          value: held ? amount(-held.hold.units) : '-',
          tone: held ? 'loss' : undefined,
        },
        { label: t('leftFree'), value: left === null ? '-' : amount(left), total: true },
      ]}
    />
  )
}
