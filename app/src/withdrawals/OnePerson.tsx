import { Notice } from '@lonja/kit/parts/blocks'
import { useText } from '@lonja/kit/text'

/** A house with a single seat of staff says on every screen of withdrawals that one person decides. */
export function OnePerson() {
  const t = useText('withdrawals')
  return (
    <Notice tone="ground" title={t('onePerson')}>
      {t('onePersonWhy')}
    </Notice>
  )
}
