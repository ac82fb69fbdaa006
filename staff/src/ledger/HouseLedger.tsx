import { useMemo, useState } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import { listHouseAccounts, listHouseEntries, readHouseBatch } from '@lonja/core/ledger/house.staff.contract'
import { HOUSE_ACCOUNTS } from '@lonja/core/ledger/ledger.contract'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { useKeys } from '@lonja/kit/keys'
import { Button } from '@lonja/kit/parts/Button'
import { DataTable, type DataColumn } from '@lonja/kit/parts/DataTable'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Empty, ErrorView, SkeletonRows } from '@lonja/kit/parts/states'
import { usePages, useRead } from '@lonja/kit/reads'
import { useText, type Say } from '@lonja/kit/text'
import { assetName, balanceText, changeText } from './amounts.ts'
import { dayEnd, dayStart } from './days.ts'
import { ChoiceFilter, DayFilter, Filters } from './Filters.tsx'
import styles from './Ledger.module.css'

type Line = ReplyOf<typeof listHouseEntries>['rows'][number]

const ACCOUNTS = ['all', ...HOUSE_ACCOUNTS] as const
const ASSETS = ['all', 'EUR', 'USD', 'cash', 'shares'] as const

interface Wanted {
  readonly account: (typeof ACCOUNTS)[number]
  readonly asset: (typeof ASSETS)[number]
  readonly day: string
}

const EVERYTHING: Wanted = { account: 'all', asset: 'all', day: '' }

const lineKey = ({ batch, account, change }: Line): string => `${batch} ${account} ${change.asset}`

/** The house's own accounts: what each comes to, their lines, and one batch of them whole. They name no customer. */
export function HouseLedger() {
  const t = useText('ledger')
  const [wanted, setWanted] = useState(EVERYTHING)
  const lines = useLines(wanted)
  const rows = useMemo(() => lines.pages.flatMap((page) => page.rows), [lines.pages])
  const [chosen, setChosen] = useState<string | null>(null)
  const at = rows.findIndex((row) => lineKey(row) === chosen)
  const move = (by: 1 | -1) => {
    const next = rows[at < 0 ? 0 : at + by]
    if (next) setChosen(lineKey(next))
  }
  useKeys([
    { key: 'ArrowUp', label: t('keyMove'), act: () => move(-1) },
    { key: 'ArrowDown', label: t('keyMove'), act: () => move(1) },
    { key: 'j', label: t('keyMove'), act: () => move(1), quiet: true },
    { key: 'k', label: t('keyMove'), act: () => move(-1), quiet: true },
    { key: 'f', label: t('keyFilter'), act: () => document.getElementById('house-account')?.focus() },
    { key: 'Escape', label: t('keyAll'), act: () => setWanted(EVERYTHING), quiet: true },
  ])
  return (
    <div className={styles.page}>
      <div className={styles.main}>
        <h1>{t('house')}</h1>
        <HouseFilters wanted={wanted} onChange={setWanted} />
        <LineTable lines={lines} rows={rows} chosen={chosen} onChoose={(row) => setChosen(lineKey(row))} />
      </div>
      {/* What scrolls is reached by key. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <aside className={styles.side} aria-label={t('accounts')} tabIndex={0}>
        {rows[at] && <Batch key={rows[at].batch} batch={rows[at].batch} />}
        <Accounts />
      </aside>
    </div>
  )
}

function useLines({ account, asset, day }: Wanted) {
  const [from, to] = [dayStart(day), dayEnd(day)]
  const input = {
    ...(account === 'all' ? {} : { account }),
    ...(asset === 'all' ? {} : { asset }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  }
  return usePages(listHouseEntries, input, { quiet: true })
}

function HouseFilters({ wanted, onChange }: { wanted: Wanted; onChange: (wanted: Wanted) => void }) {
  const t = useText('ledger')
  return (
    <Filters beside={t('houseWhat')}>
      <ChoiceFilter
        id="house-account"
        label={t('account')}
        choices={ACCOUNTS.map((value) => ({
          value,
          label: value === 'all' ? t('everyAccount') : t(`account_${value}`),
        }))}
        value={wanted.account}
        onChange={(account) => onChange({ ...wanted, account })}
      />
      <ChoiceFilter
        label={t('asset')}
        choices={ASSETS.map((value) => ({ value, label: t(`asset_${value}`) }))}
        value={wanted.asset}
        onChange={(asset) => onChange({ ...wanted, asset })}
      />
      <DayFilter label={t('day')} value={wanted.day} onChange={(day) => onChange({ ...wanted, day })} />
    </Filters>
  )
}

function columnsIn(t: Say<'ledger'>, f: Formats): DataColumn<Line>[] {
  return [
    { id: 'at', label: t('at'), soft: true, cell: ({ at }) => f.date(at) },
    { id: 'account', label: t('account'), cell: ({ account }) => t(`account_${account}`) },
    { id: 'asset', label: t('asset'), cell: ({ change }) => assetName(change.asset) },
    {
      id: 'change',
      label: t('amount'),
      right: true,
      cell: ({ change }) => <span className={styles.strong}>{changeText(f, change)}</span>,
    },
  ]
}

function LineTable(props: {
  lines: ReturnType<typeof useLines>
  rows: readonly Line[]
  chosen: string | null
  onChoose: (row: Line) => void
}) {
  const { lines, rows, chosen, onChoose } = props
  const t = useText('ledger')
  const f = useFormats()
  const columns = useMemo(() => columnsIn(t, f), [t, f])
  const failed = lines.error && rows.length === 0 && (
    <ErrorView title={t('failed')} text={lines.error.msg} onRetry={() => void lines.refetch()} />
  )
  const isEmpty = !lines.isPending && rows.length === 0
  return (
    <DataTable
      label={t('house')}
      columns={columns}
      rows={lines.isPending ? undefined : rows}
      keyOf={lineKey}
      chosen={chosen}
      onChoose={onChoose}
      instead={failed || (isEmpty && <Empty text={t('empty')} />) || undefined}
      foot={
        lines.hasMore && (
          <div className={styles.more}>
            <Button look="text" small label={t('more')} busy={lines.isFetchingMore} onClick={lines.more} />
          </div>
        )
      }
    />
  )
}

/** What each account comes to in cash. */
function Accounts() {
  const t = useText('ledger')
  const f = useFormats()
  const { data, error, refetch } = useRead(listHouseAccounts, {}, { quiet: true })
  return (
    <section className={styles.part}>
      <h2>{t('accounts')}</h2>
      <p className={styles.note}>{t('accountsWhat')}</p>
      {data ? (
        <DefinitionRows
          tight
          rows={data.rows.map(({ account, sum, lines }) => ({
            label: `${t(`account_${account}`)} ${assetName(sum.asset)}`,
            note: t('lines', { count: lines }),
            value: changeText(f, sum),
          }))}
        />
      ) : error ? (
        <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={5} dense line={false} />
      )}
    </section>
  )
}

/** What the house moved in one go, and what the customers moved against it: together they are nothing. */
function Batch({ batch }: { batch: string }) {
  const t = useText('ledger')
  const f = useFormats()
  const { data, error, refetch } = useRead(readHouseBatch, { batch }, { quiet: true })
  if (error && !data) {
    return <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />
  }
  if (!data) return <SkeletonRows rows={4} dense line={false} />
  return (
    <section className={styles.part}>
      <h2>{t('batch')}</h2>
      <p className={styles.note}>{f.date(data.at)}</p>
      {data.customers.map((other) => {
        const own = data.lines.filter(({ change }) => change.asset === other.asset)
        const units = own.reduce((total, { change }) => total + change.units, other.units)
        return (
          <div key={other.asset} className={styles.block}>
            <p className={styles.asset}>{assetName(other.asset)}</p>
            <DefinitionRows
              tight
              rows={[
                ...own.map(({ account, change }) => ({
                  label: t(`account_${account}`),
                  value: changeText(f, change),
                })),
                { label: t('customers'), value: changeText(f, other) },
                { label: t('sum'), value: balanceText(f, { asset: other.asset, units }), total: true },
              ]}
            />
          </div>
        )
      })}
    </section>
  )
}
