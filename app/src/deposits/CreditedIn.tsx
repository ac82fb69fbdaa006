import type { Currency } from '@lonja/core/base/amount'
import { Segments } from '@lonja/kit/parts/Segments'
import { useText } from '@lonja/kit/text'

/** The currency to credit. */
export function CreditedIn(props: { value: Currency; onChange: (cash: Currency) => void }) {
  const t = useText('deposits')
  return (
    <Segments
      label={t('creditedIn')}
      labelShown
      {...props}
      options={[
        { value: 'EUR', label: t('euros') },
        { value: 'USD', label: t('dollars') },
      ]}
    />
  )
}
