import { useState } from 'react'
import { eur } from '@lonja/core/base/amount'
import { setOptionLimit } from '@lonja/core/options/options.contract'
import { useWaitForHouse } from '@lonja/kit/connection'
import { useFormats } from '@lonja/kit/formats'
import { Button } from '@lonja/kit/parts/Button'
import { NumberField } from '@lonja/kit/parts/NumberField'
import { Sheet } from '@lonja/kit/parts/Sheet'
import { toast } from '@lonja/kit/parts/toast'
import { useText } from '@lonja/kit/text'
import { useWrite } from '@lonja/kit/writes'
import { staleAfterOption, type Limit } from './option.ts'

/** Set the own limit of stakes a day: lower at once, higher a day later. */
export function LimitSheet({ limit, onClose }: { limit: Limit; onClose: () => void }) {
  const t = useText('options')
  const f = useFormats()
  const waitsFor = useWaitForHouse()
  const [value, setValue] = useState<bigint | null>(limit.limit)
  const set = useWrite(setOptionLimit, {
    onReply: () => {
      staleAfterOption()
      toast(t('limitSet'), { kind: 'done' })
      onClose()
    },
  })
  const isHigher = value !== null && value > limit.limit
  return (
    <Sheet
      title={t('limitTitle')}
      onClose={onClose}
      actions={
        <Button
          label={value === null ? t('setLimit') : t('setTo', { limit: f.amount(eur(value)) })}
          second={t(isHigher ? 'inADay' : 'atOnce')}
          busy={set.isPending}
          busyLabel={t('sending')}
          waitsFor={waitsFor}
          onClick={() => value !== null && set.mutate({ limit: value })}
        />
      }
    >
      <NumberField
        label={t('limitTitle')}
        decimals={2}
        value={value}
        unit={f.mark('EUR')}
        onChange={setValue}
        error={set.refusal?.msg}
        hint={t('limitHint', { most: f.amount(eur(limit.most)) })}
      />
    </Sheet>
  )
}
