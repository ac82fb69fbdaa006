import { useState } from 'react'
import type { Currency } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { ReversalReason } from '@lonja/core/reversals/reversals.review'
import { reasonsOf, shareFor } from '@lonja/core/reversals/reversals.rules'
import { previewReversal, reverseCredit, type CreditShown } from '@lonja/core/reversals/reversals.staff.contract'
import { useWaitForHouse } from '@lonja/kit/connection'
import { useFormats } from '@lonja/kit/formats'
import { newId } from '@lonja/kit/ids'
import { useMay } from '@lonja/kit/may'
import { goTo, urlTo } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { Dialog } from '@lonja/kit/parts/Dialog'
import { NumberField } from '@lonja/kit/parts/NumberField'
import { Select } from '@lonja/kit/parts/Select'
import { toast } from '@lonja/kit/parts/toast'
import { useRead } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import { NoticePreview } from '../notices/NoticePreview.tsx'

interface OfCredit {
  customer: CustomerId
  credit: CreditShown
}

/** The button that begins the reversal of a credit, for the seats that may ask for it, while a part of it is left. */
export function Reverse({ customer, credit }: OfCredit) {
  const t = useText('reversals')
  const mayAsk = useMay(reverseCredit)
  const [isAsked, setAsked] = useState(false)
  if (!mayAsk || credit.left.units <= 0n) return null
  return (
    <>
      <Button small look="outline" label={t('begin')} onClick={() => setAsked(true)} />
      {isAsked && <Ask customer={customer} credit={credit} onClose={() => setAsked(false)} />}
    </>
  )
}

/** Ask for the reversal of a credit or a part of it. */
function Ask({ customer, credit, onClose }: OfCredit & { onClose: () => void }) {
  const t = useText('reversals')
  const f = useFormats()
  const { entry, kind } = credit
  const { asset } = credit.amount
  const [id, setId] = useState(newId)
  const [terms, setTerms] = useState<Terms>({ units: credit.left.units, reason: reasonsOf(kind)[0]! })
  const { units, reason } = terms
  const waits = useWaitForHouse()
  const ask = useWrite(reverseCredit, {
    quiet: true,
    onReply: ({ review }) => {
      toast(t('didAsk'), { kind: 'done' })
      onClose()
      goTo(urlTo('/reversals', { id: review }))
    },
  })
  /** Another amount or reason is another request. */
  const change = (changed: Partial<Terms>) => {
    setTerms({ ...terms, ...changed })
    setId(newId())
    ask.forget()
  }
  const amount = { asset, units: units ?? 0n }
  const mistake = ask.mistake('amount')
  return (
    <Dialog
      title={t('beginTitle', { amount: f.amount(credit.amount) })}
      onClose={onClose}
      actions={
        <>
          <Button look="outline" label={t('cancel')} onClick={onClose} />
          <Button
            label={t('ask')}
            {...(units === null ? {} : { second: f.amount(amount) })}
            busy={ask.isPending}
            disabled={units === null}
            waitsFor={waits}
            onClick={() => ask.mutate({ id, customer, entry, amount, reason })}
          />
        </>
      }
    >
      <TermsFields credit={credit} terms={terms} mistake={mistake} onChange={change} />
      <p>{t('two')}</p>
      <p role="alert">{mistake === undefined ? ask.refusal?.msg : null}</p>
    </Dialog>
  )
}

interface Terms {
  /** Null while the field holds no amount. */
  readonly units: bigint | null
  readonly reason: ReversalReason
}

/** The amount and the reason, with the notice that the customer will read. */
function TermsFields(props: {
  credit: CreditShown
  terms: Terms
  mistake: string | undefined
  onChange: (changed: Partial<Terms>) => void
}) {
  const { credit, terms, mistake, onChange } = props
  const t = useText('reversals')
  const f = useFormats()
  const { asset } = credit.amount
  const { units, reason } = terms
  return (
    <>
      <NumberField
        label={t('amount')}
        decimals={2}
        value={units}
        unit={f.mark(asset as 'EUR')}
        hint={t('amountHint')}
        error={units === null ? t('amountWrong', { example: f.amount(credit.left) }) : mistake}
        onChange={(changed) => onChange({ units: changed })}
      />
      <Select
        boxed
        label={t('reason')}
        options={reasonsOf(credit.kind).map((value) => ({ value, label: t(`reason_${value}`) }))}
        value={reason}
        onChange={(value) => onChange({ reason: value })}
      />
      {units !== null && <Notice credit={credit} units={units} reason={reason} />}
    </>
  )
}

/** The notice that the customer gets if two people approve it while the balance is as it is now. */
function Notice({ credit, units, reason }: { credit: CreditShown; units: bigint; reason: ReversalReason }) {
  const { language, free } = credit
  const currency = free.asset as Currency
  const { owed } = shareFor(units, free.units)
  const notice = useRead(
    previewReversal,
    { language, currency, amount: units, owed, reason },
    { quiet: true, keep: true },
  )
  return <NoticePreview language={language} read={notice} />
}
