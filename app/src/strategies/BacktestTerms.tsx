import { listStrategies } from '@lonja/core/strategies/strategies.contract'
import { useFormats } from '@lonja/kit/formats'
import { Section } from '@lonja/kit/parts/blocks'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { useMarketNames } from '../market/names.ts'
import { usePeriodText, type Backtest } from './backtest.ts'
import { useParameterRows } from './strategy.ts'

/** The terms that a backtest was asked for with. */
export function BacktestTerms({ of }: { of: Backtest }) {
  const t = useText('strategies')
  const f = useFormats()
  const names = useMarketNames()
  const periodText = usePeriodText()
  const { data } = useRead(listStrategies, {}, { quiet: true })
  const parameterRows = useParameterRows(data)
  const amount = (units: bigint) => f.amount({ asset: of.currency, units })
  return (
    <Section title={t('terms')}>
      <DefinitionRows
        rows={[
          { label: t('share'), note: names.caption(of.listing), value: of.company },
          { label: t('period'), value: periodText(of) },
          { label: t('budget'), value: amount(of.budget) },
          { label: t('most'), value: amount(of.most) },
          { label: t('lossStop'), value: amount(of.lossStop) },
          ...parameterRows(of),
        ]}
      />
    </Section>
  )
}
