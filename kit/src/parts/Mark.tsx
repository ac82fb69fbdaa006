import styles from './Mark.module.css'

/**
 * The house's logo: three arches of an exchange hall. It is hidden from screen readers, because its name stands beside
 * it.
 */
export function Mark() {
  return (
    <svg className={styles.mark} viewBox="0 0 56 44" fill="none" stroke="currentColor" strokeWidth="4" aria-hidden>
      <path d="M4 40V12a8 8 0 0 1 16 0v28M20 40V12a8 8 0 0 1 16 0v28M36 40V12a8 8 0 0 1 16 0v28" />
      <path d="M2 41h52" strokeLinecap="round" />
    </svg>
  )
}
