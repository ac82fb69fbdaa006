import { useState } from 'react'
import { Section } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { Row } from '@lonja/kit/parts/Row'
import { Sheet } from '@lonja/kit/parts/Sheet'
import { useText } from '@lonja/kit/text'
import { CodeField } from './CodeField.tsx'
import { EXAMPLES, TYPES, type Example } from './examples.ts'
import styles from './own.module.css'

/** The examples, and all that a text may use. */
export function ExamplesTab({ onUse }: { onUse: (text: string) => void }) {
  const t = useText('own')
  const [open, setOpen] = useState<Example | null>(null)
  return (
    <>
      <Section title={t('examples')} flush>
        {EXAMPLES.map((example) => (
          <Row
            key={example.id}
            title={t(`example_${example.id}`)}
            caption={t(`exampleWhat_${example.id}`)}
            wraps
            caret
            onClick={() => setOpen(example)}
          />
        ))}
      </Section>
      <Section title={t('types')}>
        <p className={styles.soft}>{t('typesWhy')}</p>
      </Section>
      <CodeField label={t('types')} first={TYPES} />
      <div className={styles.end} />
      {open && (
        <Sheet
          title={t(`example_${open.id}`)}
          about={t(`exampleWhat_${open.id}`)}
          onClose={() => setOpen(null)}
          actions={
            <Button
              label={t('useExample')}
              second={t('canUndo')}
              onClick={() => {
                setOpen(null)
                onUse(open.text)
              }}
            />
          }
        >
          <CodeField label={t('field')} first={open.text} />
        </Sheet>
      )}
    </>
  )
}
