import { useState } from 'react'
import { OWN_EXAMPLE_NAMES, OWN_TYPES, type OwnExampleName } from '@lonja/core/strategies/own.examples'
import { Section } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { Row } from '@lonja/kit/parts/Row'
import { Sheet } from '@lonja/kit/parts/Sheet'
import { useText } from '@lonja/kit/text'
import { CodeField } from './CodeField.tsx'
import { exampleText } from './examples.ts'
import styles from './own.module.css'

/** The examples, and all that a text may use. */
export function ExamplesTab({ onUse }: { onUse: (text: string) => void }) {
  const t = useText('own')
  const [open, setOpen] = useState<OwnExampleName | null>(null)
  return (
    <>
      <Section title={t('examples')} flush>
        {OWN_EXAMPLE_NAMES.map((example) => (
          <Row
            key={example}
            title={t(`example_${example}`)}
            caption={t(`exampleWhat_${example}`)}
            wraps
            caret
            onClick={() => setOpen(example)}
          />
        ))}
      </Section>
      <Section title={t('types')}>
        <p className={styles.soft}>{t('typesWhy')}</p>
      </Section>
      <CodeField label={t('types')} first={OWN_TYPES} />
      <div className={styles.end} />
      {open && (
        <Sheet
          title={t(`example_${open}`)}
          about={t(`exampleWhat_${open}`)}
          onClose={() => setOpen(null)}
          actions={
            <Button
              label={t('useExample')}
              second={t('canUndo')}
              onClick={() => {
                setOpen(null)
                onUse(exampleText(open, t(`exampleWhat_${open}`)))
              }}
            />
          }
        >
          <CodeField label={t('field')} first={exampleText(open, t(`exampleWhat_${open}`))} />
        </Sheet>
      )}
    </>
  )
}
