import { Notice } from '@lonja/kit/parts/blocks'
import { useText } from '@lonja/kit/text'

/** A note on every withdrawal screen of a house with a single staff seat: one person decides. */
export function OnePerson() {
  const t = useText('withdrawals')
  return (
    <Notice tone="ground" title={t('onePerson')}>
      {t('onePersonWhy')}
    </Notice>
  )
}
