import { toneFor } from '@lonja/core/base/formats'
import { useFormats } from '@lonja/kit/formats'
import { Section } from '@lonja/kit/parts/blocks'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { useText } from '@lonja/kit/text'
import { useRunResults } from './run.ts'
import type { ListedStrategy } from './strategy.ts'
import styles from './strategies.module.css'

/** The results of a strategy over the runs of all customers of the house: the worst fall first. */
export function HouseResult({ of }: { of: ListedStrategy }) {
  const t = useText('strategies')
  const f = useFormats()
  const { least, resultOf } = useRunResults()
  const result = resultOf(of)
  if (result === null)
    return (
      <Section title={t('inHouse')}>
        <p className={styles.soft}>{least === null ? t('noResultsYet') : t('noResultsWhy', { count: least })}</p>
      </Section>
    )
  const { drawdownBps, resultBps, feesBps, runs, over, lost } = result
  const count = (value: number) => f.count(BigInt(value))
  return (
    <Section title={t('inHouse')}>
      <p className={styles.soft}>{t('drawdown')}</p>
      <p className={styles.result}>{f.bps(-BigInt(drawdownBps))}</p>
      <p className={styles.soft}>{t('worstOfOne')}</p>
      <DefinitionRows
        columns={2}
        ruled
        rows={[
          { label: t('result'), value: f.bps(BigInt(resultBps)), tone: toneFor(BigInt(resultBps)) },
          { label: t('fees'), value: f.rate(BigInt(feesBps)) },
          { label: t('lostIn'), value: t('ofOver', { lost: count(lost), over: count(over) }) },
          { label: t('uses'), value: count(runs) },
        ]}
      />
    </Section>
  )
}
