import { Notice } from '@lonja/kit/parts/blocks'
import { useText } from '@lonja/kit/text'
import type { StrategyFacts } from './strategy.ts'

/** The result to expect of any strategy, by the prices of the house: said before all else. */
export function Expectation({ source }: Pick<StrategyFacts, 'source'>) {
  const t = useText('strategies')
  return (
    <Notice tone="ground" icon={null} title={t('expectTitle')}>
      {t(source === 'practice' ? 'expect_practice' : 'expect_real')}
    </Notice>
  )
}
