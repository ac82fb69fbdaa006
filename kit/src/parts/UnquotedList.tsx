import { tickerOf } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { Unquoted } from '@lonja/core/market/unquoted.names'
import type { readAbout } from '@lonja/core/proof/proof.contract'
import { useFormats } from '../formats.tsx'
import { DefinitionRows } from './DefinitionRows.tsx'
import styles from './UnquotedList.module.css'

interface UnquotedListProps {
  readonly unquoted: ReplyOf<typeof readAbout>['source']['unquoted']
  readonly label: (why: Unquoted) => string
  /** The first names and the number of the others: `ABC, DEF and 22 more`. */
  readonly andMore: (blanks: { readonly names: string; readonly count: string }) => string
}

/** The listings without quotes: for each reason their number, and the first of them by name. */
export function UnquotedList({ unquoted, label, andMore }: UnquotedListProps) {
  const f = useFormats()
  return unquoted.map(({ why, count, some }) => {
    const names = f.list(some.map(tickerOf))
    const more = count - some.length
    return (
      <div key={why}>
        <DefinitionRows rows={[{ label: label(why), value: f.count(count) }]} />
        <p className={styles.names}>{more > 0 ? andMore({ names, count: f.count(more) }) : names}</p>
      </div>
    )
  })
}
