import type { Currency } from '@lonja/core/base/amount'
import { useFormats } from '@lonja/kit/formats'
import { NumberField } from '@lonja/kit/parts/NumberField'
import { useText } from '@lonja/kit/text'
import { DECIMALS, parameterIn } from './strategy.ts'
import type { Terms } from './terms.ts'

interface TermsProps {
  terms: Terms
  strategy: string
  currency: Currency
  tried: boolean
  /** The refusal of the house for a field. */
  mistake: (field: string) => string | undefined
  budgetHint?: string | undefined
  onChange: () => void
}

/** The amount, the most in the position, the loss stop and the parameters of a strategy. */
export function TermsFields({ terms, strategy, currency, tried, mistake, budgetHint, onChange }: TermsProps) {
  const t = useText('strategies')
  const f = useFormats()
  const { wrong, set } = terms
  const amounts = { decimals: 2, unit: f.mark(currency) } as const
  const changed = (change: (units: bigint | null) => void) => (units: bigint | null) => {
    change(units)
    onChange()
  }
  const errorOf = (field: 'budget' | 'most' | 'lossStop') => (tried ? wrong[field] : undefined) ?? mistake(field)
  return (
    <>
      <NumberField
        label={t('budget')}
        tall
        {...amounts}
        value={terms.budget}
        onChange={changed(set.budget)}
        error={errorOf('budget')}
        hint={budgetHint ?? terms.bounds}
      />
      <NumberField
        label={t('most')}
        {...amounts}
        value={terms.most}
        onChange={changed(set.most)}
        error={errorOf('most')}
        hint={t('mostHint')}
      />
      <NumberField
        label={t('lossStop')}
        {...amounts}
        value={terms.lossStop}
        onChange={changed(set.lossStop)}
        error={errorOf('lossStop')}
        hint={t('lossStopHint')}
      />
      {terms.fields.map(({ name, unit, value, range, wrong: outside }) => (
        <NumberField
          key={name}
          label={parameterIn(t, strategy, name)}
          decimals={DECIMALS[unit]}
          unit={unit === 'bps' ? '%' : undefined}
          value={value}
          onChange={changed((units) => set.parameter(name, units))}
          error={(tried ? outside : undefined) ?? mistake(name)}
          hint={range}
        />
      ))}
    </>
  )
}
