import { useMemo, useState } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import { listHouseAccounts, listHouseEntries, readHouseBatch } from '@lonja/core/ledger/house.staff.contract'
import { HOUSE_ACCOUNTS } from '@lonja/core/lists'
import { useChosen } from '@lonja/kit/chosen'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { useKeys } from '@lonja/kit/keys'
import type { DataColumn } from '@lonja/kit/parts/DataTable'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { PagedTable } from '@lonja/kit/parts/PagedTable'
import { SideNote, SidePage, SidePart } from '@lonja/kit/parts/SidePage'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/pages'
import { useRead } from '@lonja/kit/reads'
import { useText, type Say } from '@lonja/kit/text'
import { assetName, balanceText, changeText } from './amounts.ts'
import { dayEnd, dayStart } from '@lonja/kit/day-filter'
import { ChoiceFilter, DayFilter, Filters } from '@lonja/kit/parts/Filters'
import { ViewTabs } from './ViewTabs.tsx'
import styles from './Ledger.module.css'

type Line = ReplyOf<typeof listHouseEntries>['rows'][number]

const ACCOUNTS = ['all', ...HOUSE_ACCOUNTS] as const
const ASSETS = ['all', 'EUR', 'USD', 'cash', 'shares'] as const

interface Filter {
  readonly account: (typeof ACCOUNTS)[number]
  readonly asset: (typeof ASSETS)[number]
  readonly day: string
}

const EVERYTHING: Filter = { account: 'all', asset: 'all', day: '' }

const lineKey = ({ batch, account, change }: Line): string => `${batch} ${account} ${change.asset}`

/** The house's own accounts: their balances, their lines, and one whole batch. They name no customer. */
export function HouseLedger() {
  const t = useText('ledger')
  const [filter, setFilter] = useState(EVERYTHING)
  const lines = useLines(filter)
  const rows = useMemo(() => lines.pages.flatMap((page) => page.rows), [lines.pages])
  const chosen = useChosen(rows, lineKey, t('keyMove'))
  useKeys([
    { key: 'f', label: t('keyFilter'), act: () => document.getElementById('house-account')?.focus() },
    { key: 'Escape', label: t('keyAll'), act: () => setFilter(EVERYTHING), quiet: true },
  ])
  return (
    <SidePage
      title={t('house')}
      acts={<ViewTabs view="lines" />}
      filters={<HouseFilters filter={filter} onChange={setFilter} />}
      sideReadOnly
      sideLabel={t('accounts')}
      side={
        <>
          {chosen.row && <Batch key={chosen.row.batch} batch={chosen.row.batch} />}
          <Accounts />
        </>
      }
    >
      <LineTable lines={lines} rows={rows} chosen={chosen.id} onChoose={(row) => chosen.choose(lineKey(row))} />
    </SidePage>
  )
}

function useLines({ account, asset, day }: Filter) {
  const [from, to] = [dayStart(day), dayEnd(day)]
  const input = {
    ...(account === 'all' ? {} : { account }),
    ...(asset === 'all' ? {} : { asset }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  }
  return usePages(listHouseEntries, input, { quiet: true })
}

function HouseFilters({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
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
        value={filter.account}
        onChange={(account) => onChange({ ...filter, account })}
      />
      <ChoiceFilter
        label={t('asset')}
        choices={ASSETS.map((value) => ({ value, label: t(`asset_${value}`) }))}
        value={filter.asset}
        onChange={(asset) => onChange({ ...filter, asset })}
      />
      <DayFilter label={t('day')} value={filter.day} onChange={(day) => onChange({ ...filter, day })} />
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
  return (
    <PagedTable
      label={t('house')}
      columns={columns}
      list={lines}
      rows={rows}
      keyOf={lineKey}
      chosen={chosen}
      onChoose={onChoose}
      failed={t('failed')}
      empty={<Empty text={t('empty')} />}
      more={t('more')}
    />
  )
}

/** The balance of each account in cash. */
function Accounts() {
  const t = useText('ledger')
  const f = useFormats()
  const { data, error, refetch } = useRead(listHouseAccounts, {}, { quiet: true })
  return (
    <SidePart title={t('accounts')}>
      <SideNote>{t('accountsWhat')}</SideNote>
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
    </SidePart>
  )
}

/** The house's lines of one batch, and the customers' lines against them: together they sum to zero. */
function Batch({ batch }: { batch: string }) {
  const t = useText('ledger')
  const f = useFormats()
  const { data, error, refetch } = useRead(readHouseBatch, { batch }, { quiet: true })
  if (error && !data) {
    return <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />
  }
  if (!data) return <SkeletonRows rows={4} dense line={false} />
  return (
    <SidePart title={t('batch')}>
      <SideNote>{f.date(data.at)}</SideNote>
      {data.customers.map((other) => {
        const lines = data.lines.filter(({ change }) => change.asset === other.asset)
        const units = lines.reduce((total, { change }) => total + change.units, other.units)
        return (
          <div key={other.asset} className={styles.block}>
            <p className={styles.asset}>{assetName(other.asset)}</p>
            <DefinitionRows
              tight
              rows={[
                ...lines.map(({ account, change }) => ({
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
    </SidePart>
  )
}
