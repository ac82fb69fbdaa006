import type { ReplyOf } from '@lonja/core/base/contract'
import { listDayRoots } from '@lonja/core/proof/roots.contract'
import { useFormats } from '@lonja/kit/formats'
import { Button } from '@lonja/kit/parts/Button'
import { CopiedHash } from '@lonja/kit/parts/CopiedHash'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/pages'
import { useText } from '@lonja/kit/text'
import styles from './about.module.css'

type DayRoot = ReplyOf<typeof listDayRoots>['rows'][number]

/** A week: each root is a hash of two lines. */
const PAGE = 7

/** A day and its root in two lines, once for each root. */
const ROOTS = Array.from({ length: 3 * PAGE }, (_line, n): [string, number] =>
  n % 3 === 0 ? ['42%', 14] : ['92%', 12],
)

/** The signed roots of the days that are over, newest first, and the key that verifies them. */
export function DayRoots() {
  const t = useText('about')
  const list = usePages(listDayRoots, { limit: PAGE }, { quiet: true })
  const rows = list.pages.flatMap((page) => page.rows)
  const [first] = list.pages
  return (
    <>
      <h2>{t('roots')}</h2>
      <p className={styles.soft}>{t('rootsHow')}</p>
      {first && <CopiedHash label={t('rootsKey')} hash={first.publicKey} />}
      {list.isPending && <SkeletonBlocks of={ROOTS} />}
      {first && rows.length === 0 && <Empty text={t('rootsNone')} />}
      {rows.map((root) => (
        <OneRoot key={root.day} root={root} />
      ))}
      {list.error ? (
        <ErrorView
          title={t('rootsFailed')}
          text={list.error.msg}
          onRetry={first ? list.more : () => void list.refetch()}
        />
      ) : (
        list.hasMore && <Button look="soft" label={t('rootsEarlier')} busy={list.isFetchingMore} onClick={list.more} />
      )}
    </>
  )
}

/** The root of a day. Its button copies the signed line, which proves it. */
function OneRoot({ root: { day, leaves, root, line } }: { root: DayRoot }) {
  const t = useText('about')
  const f = useFormats()
  const shown = f.dayBeside(Date.parse(`${day}T12:00:00Z`))
  const label = leaves === null ? shown : t('rootRows', { day: shown, count: leaves })
  return <CopiedHash label={label} hash={root ?? t('rootWrong')} copies={line} />
}
