import { useMemo, useState } from 'react'
import type { Amount } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import { listCustomerEntries } from '@lonja/core/customers/entries.staff.contract'
import { Id } from '@lonja/core/base/wire'
import { ENTRY_KINDS } from '@lonja/core/lists'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { useKeys } from '@lonja/kit/keys'
import { hrefTo, usePlace, useQuery } from '@lonja/kit/nav'
import type { DataColumn } from '@lonja/kit/parts/DataTable'
import { PagedTable } from '@lonja/kit/parts/PagedTable'
import { Empty } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/pages'
import { useText, type Say } from '@lonja/kit/text'
import { assetName, balanceText, changeText } from '../ledger/amounts.ts'
import { dayEnd, dayStart } from '@lonja/kit/day-filter'
import { ChoiceFilter, DayFilter, Filters } from '@lonja/kit/parts/Filters'
import styles from './Customers.module.css'

type Entry = ReplyOf<typeof listCustomerEntries>['rows'][number]

/** An entry changes the free balance, the held one, or both: each gets a line of its own with its balance. */
interface Line {
  readonly key: string
  readonly entry: Entry
  readonly account: 'free' | 'held'
  readonly change: Amount
  readonly after: Amount
}

const linesOf = (entry: Entry): Line[] =>
  (['free', 'held'] as const).flatMap((account) =>
    entry[account].units === 0n
      ? []
      : [
          {
            key: `${entry.version} ${account}`,
            entry,
            account,
            change: entry[account],
            after: account === 'free' ? entry.freeAfter : entry.heldAfter,
          },
        ],
  )

const ASSETS = ['all', 'EUR', 'USD', 'cash', 'shares'] as const
const KINDS = ['all', ...ENTRY_KINDS] as const

interface Filter {
  readonly asset: (typeof ASSETS)[number]
  readonly kind: (typeof KINDS)[number]
  readonly from: string
  readonly to: string
}

const EVERYTHING: Filter = { asset: 'all', kind: 'all', from: '', to: '' }

/** A customer's entries, newest first. A chosen one opens its whole posting beside them. */
export function EntriesTab(props: {
  customer: CustomerId
  count: number
  posting: number | null
  onPosting: (posting: number | null) => void
}) {
  const { customer, count, posting, onPosting } = props
  const t = useText('ledger')
  const [filter, setFilter] = useState(EVERYTHING)
  const cause = useCause()
  const entries = useEntries(customer, filter, cause)
  const lines = useMemo(() => entries.pages.flatMap((page) => page.rows).flatMap(linesOf), [entries.pages])
  const [chosen, setChosen] = useState<string | null>(null)
  const choose = (line: Line) => {
    setChosen(line.key)
    onPosting(line.entry.posting)
  }
  const at = posting === null ? -1 : lines.findIndex(({ key }) => key === chosen)
  const move = (by: 1 | -1) => {
    const next = lines[at < 0 ? 0 : at + by]
    if (next) choose(next)
    else if (by === 1) entries.more()
  }
  useKeys([
    { key: 'ArrowUp', label: t('keyMove'), act: () => move(-1) },
    { key: 'ArrowDown', label: t('keyMove'), act: () => move(1) },
    { key: 'j', label: t('keyMove'), act: () => move(1), quiet: true },
    { key: 'k', label: t('keyMove'), act: () => move(-1), quiet: true },
    { key: 'f', label: t('keyFilter'), act: () => document.getElementById('entries-asset')?.focus() },
  ])
  return (
    <div className={styles.tab}>
      <EntryFilters filter={filter} customer={customer} count={cause === null ? count : null} onChange={setFilter} />
      <EntryTable entries={entries} lines={lines} chosen={posting === null ? null : chosen} onChoose={choose} />
    </div>
  )
}

/** The cause whose entries alone are shown, as a link to this page names it; null for all. */
function useCause(): string | null {
  const cause = Id.safeParse(useQuery().get('cause'))
  return cause.success ? cause.data : null
}

function useEntries(customer: CustomerId, { asset, kind, from, to }: Filter, cause: string | null) {
  const [first, end] = [dayStart(from), dayEnd(to)]
  const input = {
    customer,
    ...(cause === null ? {} : { cause }),
    ...(asset === 'all' ? {} : { asset }),
    ...(kind === 'all' ? {} : { kind }),
    ...(first === undefined ? {} : { from: first }),
    ...(end === undefined ? {} : { to: end }),
  }
  return usePages(listCustomerEntries, input, { quiet: true })
}

/** The filters, with the number of all entries; where those of one cause are shown, the way to all of them. */
function EntryFilters(props: {
  filter: Filter
  customer: CustomerId
  count: number | null
  onChange: (filter: Filter) => void
}) {
  const { filter, customer, count, onChange } = props
  const t = useText('ledger')
  const f = useFormats()
  const { path } = usePlace()
  const all = (
    <>
      {t('ofCause')}
      {f.gap}
      <a className={styles.link} href={hrefTo(path, { id: customer, tab: 'entries' })}>
        {t('allEntries')}
      </a>
    </>
  )
  return (
    <Filters beside={count === null ? all : t('entryCount', { count })}>
      <ChoiceFilter
        id="entries-asset"
        label={t('asset')}
        choices={ASSETS.map((value) => ({ value, label: t(`asset_${value}`) }))}
        value={filter.asset}
        onChange={(asset) => onChange({ ...filter, asset })}
      />
      <ChoiceFilter
        label={t('kind')}
        choices={KINDS.map((value) => ({ value, label: value === 'all' ? t('everyKind') : t(`kind_${value}`) }))}
        value={filter.kind}
        onChange={(kind) => onChange({ ...filter, kind })}
      />
      <DayFilter label={t('from')} value={filter.from} onChange={(from) => onChange({ ...filter, from })} />
      <DayFilter label={t('to')} value={filter.to} onChange={(to) => onChange({ ...filter, to })} />
    </Filters>
  )
}

/** The cause of an entry: its number if it has one, otherwise its shares. */
export const causeText = ({ causeNumber, listing }: Pick<Entry, 'causeNumber' | 'listing'>): string =>
  causeNumber ?? (listing === null ? '-' : assetName(listing))

function columnsIn(t: Say<'ledger'>, f: Formats): DataColumn<Line>[] {
  return [
    { id: 'at', label: t('at'), soft: true, cell: ({ entry }) => f.date(entry.at) },
    { id: 'entry', label: t('entry'), soft: true, cell: ({ entry }) => f.count(entry.version) },
    { id: 'kind', label: t('kind'), cell: ({ entry }) => t(`kind_${entry.kind}`) },
    { id: 'cause', label: t('cause'), whole: true, cell: ({ entry }) => causeText(entry) },
    {
      id: 'account',
      label: t('account'),
      soft: true,
      cell: ({ account, change }) => `${t(`account_${account}`)} ${assetName(change.asset)}`,
    },
    {
      id: 'change',
      label: t('amount'),
      right: true,
      cell: ({ change }) => <span className={styles.strong}>{changeText(f, change)}</span>,
    },
    { id: 'after', label: t('after'), right: true, cell: ({ after }) => balanceText(f, after) },
  ]
}

function EntryTable(props: {
  entries: ReturnType<typeof useEntries>
  lines: readonly Line[]
  chosen: string | null
  onChoose: (line: Line) => void
}) {
  const { entries, lines, chosen, onChoose } = props
  const t = useText('ledger')
  const f = useFormats()
  const columns = useMemo(() => columnsIn(t, f), [t, f])
  return (
    <PagedTable
      label={t('entries')}
      columns={columns}
      list={entries}
      rows={lines}
      keyOf={({ key }) => key}
      chosen={chosen}
      onChoose={onChoose}
      failed={t('failed')}
      empty={<Empty text={t('empty')} />}
      more={t('more')}
    />
  )
}
