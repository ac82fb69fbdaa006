import { isReverse, NO_SPLIT } from '@lonja/core/market/actions'
import type { AnnouncedAction } from '@lonja/core/news/actions.contract'
import type { FileFault } from '@lonja/core/news/actions.staff.contract'
import { useFormats } from '@lonja/kit/formats'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { useText } from '@lonja/kit/text'
import { Card, Cards } from '../review/Card.tsx'
import styles from './Articles.module.css'

interface ActionFileRows {
  source?: string
  sha256: string
  rows: readonly AnnouncedAction[]
  fault: FileFault | null
}

/** A file of corporate actions: its source and hash, and its rows as they would be announced, or its first error. */
export function ActionRows({ source, sha256, rows, fault }: ActionFileRows) {
  const t = useText('publications')
  const f = useFormats()
  const nameOf = useRowName()
  const reasonOf = useReason()
  return (
    <Cards>
      <Card title={t('rows')}>
        {fault && (
          <p className={styles.wrong} role="alert">
            {t('fault')}. {t('faultAt', { line: fault.line, reason: reasonOf(fault) })}
          </p>
        )}
        <DefinitionRows
          tight
          rows={rows.map((row) => ({
            label: row.listing,
            note: t('line', { line: row.line }),
            value: `${nameOf(row)} · ${t('exDay', { day: f.dayBeside(Date.parse(`${row.exDay}T12:00:00Z`), 'UTC') })}`,
            long: true,
          }))}
        />
      </Card>
      <Card title={t('source')}>
        {source !== undefined && (
          <a href={source} target="_blank" rel="noreferrer noopener">
            {source}
          </a>
        )}
        <DefinitionRows
          tight
          rows={[{ label: t('hash'), value: <code className={styles.hash}>{sha256}</code>, long: true }]}
        />
      </Card>
    </Cards>
  )
}

/** The reason why a file is refused, with the words of the file in it. */
function useReason(): (fault: FileFault) => string {
  const t = useText('publications')
  return ({ fault, blanks }) => t(`fault_${fault}`, Object.fromEntries(blanks.map(({ name, text }) => [name, text])))
}

/** A row in words: the action with its terms, or the withdrawal of one. */
function useRowName(): (row: AnnouncedAction) => string {
  const t = useText('publications')
  const f = useFormats()
  const termsOf = ({ kind, ratio, amount, currency, successor }: AnnouncedAction): string => {
    if (kind === 'split') {
      const { from, to } = ratio ?? NO_SPLIT
      return t(isReverse({ from, to }) ? 'act_reverse' : 'act_split', { to: f.count(to), from: f.count(from) })
    }
    if (kind === 'dividend') return t('act_dividend', { amount: f.price(amount, currency) })
    return t('act_symbol', { successor: successor ?? '-' })
  }
  return (row) => (row.what === 'withdraw' ? t('act_withdraw', { what: termsOf(row) }) : termsOf(row))
}
