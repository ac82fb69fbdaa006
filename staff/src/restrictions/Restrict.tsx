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
  const [terms, setTerms] = useState<Terms>(() => ({
    level: 2,
    reason: 'checking_identity',
    span: '72',
    until: untilOf('72'),
  }))
  const { level, reason, until } = terms
  const waits = useWaitForHouse()
  const restrict = useWrite(restrictAccount, {
    quiet: true,
    onReply: ({ outcome }) => {
      toast(t(outcome === 'asked' ? 'didAsk' : 'didRestrict'), { kind: 'done' })
      onDone()
    },
  })
  /** Other terms are another request. */
  const change = (changed: Partial<Terms>) => {
    setTerms({ ...terms, ...changed })
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
      <TermsFields terms={terms} onChange={change} />
      <p>{t('endsBy', { time: f.date(until) })}</p>
      <p>{t('alone')}</p>
      <UnderWay underWay={underWay} level={level} />
      <p>{t('nothingSold')}</p>
      <p role="alert">{restrict.refusal?.msg}</p>
    </Dialog>
  )
}

interface Terms {
  readonly level: RestrictionLevel
  readonly reason: (typeof RESTRICTION_REASONS)[number]
  readonly span: Span
  readonly until: number
}

function TermsFields({ terms, onChange }: { terms: Terms; onChange: (changed: Partial<Terms>) => void }) {
  const t = useText('restrictions')
  const { level, reason, span } = terms
  return (
    <>
      <Select
        boxed
        label={t('level')}
        options={LEVELS.map(({ value, level: each }) => ({ value, label: t(`level_${each}`) }))}
        value={`${level}` as const}
        onChange={(value) => onChange({ level: LEVELS.find((each) => each.value === value)?.level ?? level })}
      />
      <p>{t(`works_${level}`)}</p>
      <Select
        boxed
        label={t('reasonRead')}
        options={RESTRICTION_REASONS.map((value) => ({ value, label: t(`reason_${value}`) }))}
        value={reason}
        onChange={(value) => onChange({ reason: value })}
      />
      <Select
        boxed
        label={t('span')}
        options={SPANS.map((value) => ({ value, label: t(`span_${value}`) }))}
        value={span}
        onChange={(value) => onChange({ span: value, until: untilOf(value) })}
      />
    </>
  )
}
