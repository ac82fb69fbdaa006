import type { Currency, ListingId } from '@lonja/core/base/amount'
import { listStrategies } from '@lonja/core/strategies/strategies.contract'
import { useFormats } from '@lonja/kit/formats'
import { Section } from '@lonja/kit/parts/blocks'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { useMarketNames } from '../market/names.ts'
import { useParameterRows } from './strategy.ts'

interface TermsOf {
  readonly strategy: string
  readonly version: number
  readonly listing: ListingId
  readonly company: string
  readonly currency: Currency
  readonly budget: bigint
  readonly most: bigint
  readonly lossStop: bigint
  readonly parameters: readonly { readonly name: string; readonly value: number }[]
}

/** The terms that a run or a backtest began with; a backtest has its period too. */
export function TermsRows({ of, period }: { of: TermsOf; period?: string }) {
  const t = useText('strategies')
  const f = useFormats()
  const names = useMarketNames()
  const { data } = useRead(listStrategies, {}, { quiet: true })
  const parameterRows = useParameterRows(data)
  const amount = (units: bigint) => f.amount({ asset: of.currency, units })
  return (
    <Section title={t('terms')}>
      <DefinitionRows
        rows={[
          { label: t('share'), note: names.caption(of.listing), value: of.company },
          { label: t('versionLabel'), value: String(of.version) },
          ...(period === undefined ? [] : [{ label: t('period'), value: period }]),
          { label: t('budget'), value: amount(of.budget) },
          { label: t('most'), value: amount(of.most) },
          { label: t('lossStop'), value: amount(of.lossStop) },
          ...parameterRows(of),
        ]}
      />
    </Section>
  )
}
