import { isOff } from '@lonja/kit/first'
import { Notice, Section } from '@lonja/kit/parts/blocks'
import { useText } from '@lonja/kit/text'

/** Says that nobody can enter a product here, where its operator has switched it off; nothing where it is on. */
export function ProductOff({ product }: { product: string }) {
  const t = useText('accounts')
  if (!isOff(product)) return null
  return (
    <Section>
      <Notice tone="ground" title={t('productOff')}>
        {t('productOffWhy')}
      </Notice>
    </Section>
  )
}
