import { LOCALES, type Language } from '@lonja/core/base/language'
import styles from './Articles.module.css'

/** An article as customers read it: paragraphs, headings and lists of plain text, nothing else. */
export function ArticleText({ title, body, language }: { title: string; body: string; language: Language }) {
  const paragraphs = body.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '')
  return (
    <article className={styles.preview} lang={LOCALES[language]}>
      <h3>{title.trim() || '…'}</h3>
      {paragraphs.map((paragraph, at) => (
        <Paragraph key={at} text={paragraph} />
      ))}
    </article>
  )
}

/** A paragraph, a heading or a list. All of it is rendered as plain text. */
function Paragraph({ text }: { text: string }) {
  if (text.startsWith('## ')) return <h4>{text.slice(3)}</h4>
  const lines = text.split('\n')
  if (!lines.every((line) => line.startsWith('- '))) return <p>{text}</p>
  return (
    <ul>
      {lines.map((line, at) => (
        <li key={at}>{line.slice(2)}</li>
      ))}
    </ul>
  )
}
