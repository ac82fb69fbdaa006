import styles from './news.module.css'

/** A word, and the figures that hang on it by no-break spaces. */
const FIGURES = /(\S(?:\u00a0[^\s，：；（）]+)+)/u

/** A headline that breaks in no figure: a long Chinese one without a pause breaks anywhere else. */
export const Headline = ({ text }: { text: string }) =>
  text.split(FIGURES).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={at} className={styles.figures}>
        {part}
      </span>
    ),
  )
