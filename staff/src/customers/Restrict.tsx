import { useState } from 'react'
import { RESTRICTION_REASONS, restrictAccount } from '@lonja/core/accounts/accounts.staff.contract'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { useWaitForHouse } from '@lonja/kit/connection'
import { useFormats } from '@lonja/kit/formats'
import { newId } from '@lonja/kit/ids'
import { Button } from '@lonja/kit/parts/Button'
import { Dialog } from '@lonja/kit/parts/Dialog'
import { Select } from '@lonja/kit/parts/Select'
import { useWrite } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { toast } from '@lonja/kit/parts/toast'
import { nameOf, type File } from './file.ts'
import styles from './Customers.module.css'

const SPANS = ['24', '72', '168', '720', '2160'] as const
type Span = (typeof SPANS)[number]

/** The house's clock may be a little behind this one, so that the longest span stays within the limit. */
const untilOf = (span: Span): number => Date.now() + Number(span) * HOUR - MINUTE

/** Restrict an account, with a reason and an end. The customer reads both, with the role and the seat. */
export function Restrict({ file, onDone, onCancel }: { file: File; onDone: () => void; onCancel: () => void }) {
  const t = useText('customers')
  const f = useFormats()
  const [id] = useState(newId)
  const [reason, setReason] = useState<(typeof RESTRICTION_REASONS)[number]>('checking_identity')
  const [span, setSpan] = useState<Span>('24')
  const [until, setUntil] = useState(() => untilOf('24'))
  const waits = useWaitForHouse()
  const restrict = useWrite(restrictAccount, {
    quiet: true,
    onReply: () => {
      toast(t('didRestrict'), { kind: 'done' })
      onDone()
    },
  })
  return (
    <Dialog
      title={t('restrictAsk', { name: nameOf(file) })}
      onClose={onCancel}
      actions={
        <>
          <Button look="outline" label={t('cancel')} onClick={onCancel} />
          <Button
            label={t('do_restrict')}
            busy={restrict.isPending}
            waitsFor={waits}
            onClick={() => restrict.mutate({ id, customer: file.id, reason, until })}
          />
        </>
      }
    >
      <p className={styles.note}>{t('restrictWhat')}</p>
      <Select
        boxed
        label={t('reasonRead')}
        options={RESTRICTION_REASONS.map((value) => ({ value, label: t(`reason_${value}`) }))}
        value={reason}
        onChange={(value) => {
          setReason(value)
          restrict.forget()
        }}
      />
      <Select
        boxed
        label={t('span')}
        options={SPANS.map((value) => ({ value, label: t(`span_${value}`) }))}
        value={span}
        onChange={(value) => {
          setSpan(value)
          setUntil(untilOf(value))
          restrict.forget()
        }}
      />
      <p className={styles.note}>{t('freeAgain', { time: f.date(until) })}</p>
      <p role="alert" className={styles.wrong}>
        {restrict.refusal?.msg}
      </p>
    </Dialog>
  )
}
