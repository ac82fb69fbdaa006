import { useState } from 'react'
import { RESTRICTION_REASONS } from '@lonja/core/accounts/restrictions.rules'
import { RESTRICTION_LEVELS, type RestrictionLevel } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { restrictAccount } from '@lonja/core/restrictions/restrictions.staff.contract'
import { useWaitForHouse } from '@lonja/kit/connection'
import { useFormats } from '@lonja/kit/formats'
import { newId } from '@lonja/kit/ids'
import { Button } from '@lonja/kit/parts/Button'
import { Dialog } from '@lonja/kit/parts/Dialog'
import { Select } from '@lonja/kit/parts/Select'
import { useWrite } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { toast } from '@lonja/kit/parts/toast'
import { UnderWay, type UnderWayShown } from './UnderWay.tsx'

const SPANS = ['24', '72', '168', '720', '2160'] as const
type Span = (typeof SPANS)[number]

/** The house's clock may be a little behind this one, so that the longest span stays within the limit. */
const untilOf = (span: Span): number => Date.now() + Number(span) * HOUR - MINUTE

const LEVELS = RESTRICTION_LEVELS.map((level) => ({ value: `${level}` as const, level }))

interface RestrictProps {
  customer: CustomerId
  name: string
  underWay: UnderWayShown
  onDone: () => void
  onCancel: () => void
}

/**
 * Restrict an account to a level, with a reason and an end, after seeing what happens to what is under way. The customer
 * reads all three, with the role and the seat.
 */
export function Restrict({ customer, name, underWay, onDone, onCancel }: RestrictProps) {
  const t = useText('restrictions')
  const f = useFormats()
  const [id, setId] = useState(newId)
  const [level, setLevel] = useState<RestrictionLevel>(2)
  const [reason, setReason] = useState<(typeof RESTRICTION_REASONS)[number]>('checking_identity')
  const [span, setSpan] = useState<Span>('72')
  const [until, setUntil] = useState(() => untilOf('72'))
  const waits = useWaitForHouse()
  const restrict = useWrite(restrictAccount, {
    quiet: true,
    onReply: ({ outcome }) => {
      toast(t(outcome === 'asked' ? 'didAsk' : 'didRestrict'), { kind: 'done' })
      onDone()
    },
  })
  /** Other terms are another request. */
  const changed = () => {
    setId(newId())
    restrict.forget()
  }
  return (
    <Dialog
      title={t('restrictAsk', { name })}
      onClose={onCancel}
      actions={
        <>
          <Button look="outline" label={t('cancel')} onClick={onCancel} />
          <Button
            label={t('restrictNow')}
            second={t(`level_${level}`)}
            busy={restrict.isPending}
            waitsFor={waits}
            onClick={() => restrict.mutate({ id, customer, level, reason, until })}
          />
        </>
      }
    >
      <Select
        boxed
        label={t('level')}
        options={LEVELS.map(({ value, level: each }) => ({ value, label: t(`level_${each}`) }))}
        value={`${level}` as const}
        onChange={(value) => {
          setLevel(LEVELS.find((each) => each.value === value)?.level ?? level)
          changed()
        }}
      />
      <p>{t(`works_${level}`)}</p>
      <Select
        boxed
        label={t('reasonRead')}
        options={RESTRICTION_REASONS.map((value) => ({ value, label: t(`reason_${value}`) }))}
        value={reason}
        onChange={(value) => {
          setReason(value)
          changed()
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
          changed()
        }}
      />
      <p>{t('endsBy', { time: f.date(until) })}</p>
      <p>{t('alone')}</p>
      <UnderWay underWay={underWay} level={level} />
      <p>{t('nothingSold')}</p>
      <p role="alert">{restrict.refusal?.msg}</p>
    </Dialog>
  )
}
