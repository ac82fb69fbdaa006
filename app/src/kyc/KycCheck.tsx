import { Block } from '@lonja/kit/parts/blocks'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Button } from '@lonja/kit/parts/Button'
import { useText } from '@lonja/kit/text'
import type { KycValues } from './form.ts'
import styles from './kyc.module.css'

/** The third step: a summary, with links back to each part. */
export function KycCheck(props: {
  typed: KycValues
  number: string
  isSample: boolean
  sides: readonly string[]
  onEdit: (step: number) => void
}) {
  const t = useText('kyc')
  const { typed, number, sides } = props
  const pictures = [...sides, ...(props.isSample ? [t('withSample')] : [])].join(' · ')
  return (
    <div className={styles.fields}>
      <Block>
        <DefinitionRows
          rows={[
            { label: t('firstName'), value: typed.firstName },
            { label: t('lastName'), value: typed.lastName },
            { label: t(typed.type), value: number },
            { label: t('pictures'), value: pictures },
          ]}
        />
      </Block>
      <div className={styles.edits}>
        <Button look="text" small label={t('editNames')} onClick={() => props.onEdit(0)} />
        <Button look="text" small label={t('editPaper')} onClick={() => props.onEdit(1)} />
      </div>
      <p className={styles.soft}>{t('sealed')}</p>
    </div>
  )
}
