import { readAbout } from '@lonja/core/proof/proof.contract'
import { Section } from '@lonja/kit/parts/blocks'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { useFeeText } from '../orders/fees.ts'
import styles from './strategies.module.css'

/** The costs of a strategy, and the most that it can lose. */
export function Costs() {
  const t = useText('strategies')
  const feeText = useFeeText('EUR')
  const { data } = useRead(readAbout, {}, { quiet: true })
  return (
    <Section title={t('costTitle')}>
      <DefinitionRows
        rows={[
          { label: t('costUse'), value: t('nothing') },
          { label: t('costFee'), value: data ? feeText(data.fees) : '-' },
          { label: t('costMost'), value: t('costAll'), tone: 'loss' },
        ]}
      />
      <p className={styles.soft}>{t('costSpread')}</p>
      <p className={styles.soft}>{t('costStop')}</p>
    </Section>
  )
}
