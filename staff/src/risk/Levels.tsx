import { useMemo, useState } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import { MARGIN_LEVELS } from '@lonja/core/orders/margin.rules'
import { RISK_LEVELS, type RiskLevel } from '@lonja/core/risk/risk.rules'
import { listMarginLevels } from '@lonja/core/risk/risk.staff.contract'
import { useChosen } from '@lonja/kit/chosen'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { useKeys } from '@lonja/kit/keys'
import { goTo, hrefTo, urlTo, usePlace } from '@lonja/kit/nav'
import { StatusChip, type StatusTone } from '@lonja/kit/parts/Chip'
import type { DataColumn } from '@lonja/kit/parts/DataTable'
import { ChoiceFilter, Filters } from '@lonja/kit/parts/Filters'
import { PagedTable } from '@lonja/kit/parts/PagedTable'
import { Empty } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/pages'
import { useText, type Say } from '@lonja/kit/text'
import { useFind } from '../review/find.ts'
import { FindBox } from '../review/FindBox.tsx'
import styles from './Risk.module.css'

type Row = ReplyOf<typeof listMarginLevels>['rows'][number]

const CUSTOMERS = '/customers'
const FALLEN = ['all', ...RISK_LEVELS] as const

/** Accounts with financed lots by number, the lowest level first. Opening a customer is a view, this list is not. */
export function Levels() {
  const t = useText('risk')
  const f = useFormats()
  const { path } = usePlace()
  const [find, typed, setTyped] = useFind(path)
  const [fallen, setFallen] = useState<(typeof FALLEN)[number]>('all')
  const input = { ...(find === '' ? {} : { find }), ...(fallen === 'all' ? {} : { fallen }) }
  const list = usePages(listMarginLevels, input, { quiet: true, keep: true })
  const rows = useMemo(() => list.pages.flatMap((page) => page.rows), [list.pages])
  const chosen = useChosen(rows, ({ customer }) => customer, t('keyMove'))
  const open = (row: Row | null | undefined) => row && goTo(urlTo(CUSTOMERS, { id: row.customer }))
  useKeys([
    { key: 'Enter', label: t('keyOpen'), act: () => open(chosen.row) },
    { key: 'f', label: t('keyFilter'), act: () => document.getElementById('risk-level')?.focus() },
  ])
  const columns = useMemo(() => columnsIn(t, f), [t, f])
  return (
    <div className={styles.tab}>
      <div className={styles.line}>
        <Filters>
          <ChoiceFilter
            id="risk-level"
            label={t('filter')}
            choices={FALLEN.map((value) => ({ value, label: t(`fallen_${value}`) }))}
            value={fallen}
            onChange={setFallen}
          />
        </Filters>
        <div className={styles.search}>
          <FindBox
            label={t('search')}
            hint={t('searchHint')}
            words={typed}
            onWords={setTyped}
            onFirst={() => typed.trim() === find && open(rows[0])}
          />
        </div>
      </div>
      <PagedTable
        label={t('levels')}
        columns={columns}
        list={list}
        rows={rows}
        keyOf={({ customer }) => customer}
        chosen={chosen.id}
        onChoose={open}
        failed={t('levelsFailed')}
        empty={<Empty text={t(find === '' && fallen === 'all' ? 'levelsNone' : 'levelsNoneFound')} />}
        more={t('more')}
      />
    </div>
  )
}

const TONES: Readonly<Record<RiskLevel, StatusTone>> = { full: 'warn', near: 'warn', closeOut: 'loss' }

/** The colour of a level; a level of enough has none. */
function toneOf(level: bigint): StatusTone {
  const fallen = RISK_LEVELS.toReversed().find((each) =>
    each === 'closeOut' ? level <= MARGIN_LEVELS[each] : level < MARGIN_LEVELS[each],
  )
  return fallen === undefined ? 'grey' : TONES[fallen]
}

function columnsIn(t: Say<'risk'>, f: Formats): DataColumn<Row>[] {
  const amountOf = (row: Row, figure: 'equity' | 'used' | 'financed' | 'toCloseOut'): string =>
    row.standing === null ? '-' : f.amount({ asset: row.standing.currency, units: row.standing[figure] })
  return [
    {
      id: 'number',
      label: t('number'),
      whole: true,
      cell: ({ customer, number }) => (
        <a
          className={styles.link}
          href={hrefTo(CUSTOMERS, { id: customer })}
          onClick={(event) => event.stopPropagation()}
        >
          {number}
        </a>
      ),
    },
    {
      id: 'level',
      label: t('level'),
      right: true,
      cell: ({ standing, level }) =>
        level === null ? (
          standing === null ? (
            t('noRate')
          ) : (
            '-'
          )
        ) : (
          <StatusChip tone={toneOf(level)} icon={null} label={f.rate(level)} />
        ),
    },
    { id: 'equity', label: t('equity'), right: true, cell: (row) => amountOf(row, 'equity') },
    { id: 'used', label: t('used'), right: true, cell: (row) => amountOf(row, 'used') },
    { id: 'financed', label: t('financed'), right: true, cell: (row) => amountOf(row, 'financed') },
    { id: 'toCloseOut', label: t('toCloseOut'), right: true, cell: (row) => amountOf(row, 'toCloseOut') },
  ]
}
