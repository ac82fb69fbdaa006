import { hrefTo, usePlace } from '@lonja/kit/nav'
import { cx } from '@lonja/kit/parts/cx'
import { useText } from '@lonja/kit/text'
import { GROUPS, PAGES } from '../routes.ts'
import { PageCount } from './late.tsx'
import styles from './Nav.module.css'

/** The pages that this seat may open, in groups; a queue shows the number waiting. */
export function Nav({ paths }: { paths: readonly string[] }) {
  const t = useText('console')
  const place = usePlace()
  const now = paths.includes(place.path) ? place.path : paths[0]
  const groups = GROUPS.map((group) => ({ group, own: paths.filter((path) => PAGES[path]?.group === group) }))
  return (
    <nav className={styles.nav} aria-label={t('sections')}>
      {groups
        .filter(({ own }) => own.length > 0)
        .map(({ group, own }) => (
          <section key={group} aria-label={t(`group_${group}`)}>
            <p className={styles.group} aria-hidden>
              {t(`group_${group}`)}
            </p>
            <ul>
              {own.map((path) => (
                <Entry key={path} path={path} chosen={path === now} />
              ))}
            </ul>
          </section>
        ))}
    </nav>
  )
}

function Entry({ path, chosen }: { path: string; chosen: boolean }) {
  const t = useText('console')
  const page = PAGES[path]
  if (!page) return null
  const label = t(page.label)
  return (
    <li>
      <a
        className={cx(styles.entry, chosen && styles.chosen)}
        href={hrefTo(path)}
        aria-current={chosen ? 'page' : undefined}
        title={label}
      >
        <page.icon size={18} />
        <span className={styles.label}>{label}</span>
        <PageCount page={page} />
      </a>
    </li>
  )
}
