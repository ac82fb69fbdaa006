import { LOCALES, type Language } from '@lonja/core/base/language'
import styles from './DocumentText.module.css'

const partsOf = (text: string): string[] => text.trim().split(/\n{2,}/)

/** The title of a document: its first paragraph. */
export const titleOf = (text: string): string => partsOf(text)[0] ?? ''

/** The title and the paragraphs of a document, spoken in its own language. */
export function DocumentText({ text, language }: { text: string; language: Language }) {
  const [title, ...paragraphs] = partsOf(text)
  return (
    <div className={styles.text} lang={LOCALES[language]}>
      <h3>{title}</h3>
      {paragraphs.map((paragraph, at) => (
        // A published text never changes, so neither do its places.
        <p key={at}>{paragraph}</p>
      ))}
    </div>
  )
}
