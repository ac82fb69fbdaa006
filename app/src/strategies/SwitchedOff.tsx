import { Notice } from '@lonja/kit/parts/blocks'
import { useText } from '@lonja/kit/text'

/** Why no amount can be assigned where the operator has switched strategies off. */
export function SwitchedOff() {
  const t = useText('strategies')
  return (
    <Notice tone="ground" title={t('offTitle')}>
      {t('offText')}
    </Notice>
  )
}
