import { useState } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import {
  downloadEverything,
  downloadStatement,
  listStatements,
  readStatement,
  type StatementFigures,
} from '@lonja/core/portfolio/statements.contract'
import { useDownload } from '@lonja/kit/download'
import { useFormats } from '@lonja/kit/formats'
import { back } from '@lonja/kit/nav'
import { Block, Section } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { DefinitionRows, type Definition } from '@lonja/kit/parts/DefinitionRows'
import { List } from '@lonja/kit/parts/List'
import { CalendarDotsIcon } from '@lonja/kit/parts/page-icons'
import { Row } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { Segments } from '@lonja/kit/parts/Segments'
import { Empty, ErrorView, Loading } from '@lonja/kit/parts/states'
import { toast } from '@lonja/kit/parts/toast'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import styles from './Statements.module.css'

type MonthRow = ReplyOf<typeof listStatements>['rows'][number]
type Format = 'pdf' | 'csv'

/**
 * Statements: a month opens to its movements and can be saved as a document or a table; and all data in one archive.
 */
export function Statements() {
  const t = useText('portfolio')
  const [format, setFormat] = useState<Format>('pdf')
  const { data, error, refetch } = useRead(listStatements, {}, { quiet: true })
  return (
    <Screen title={t('statements')} onBack={back} onRefresh={() => refetch()}>
      <div className={styles.top}>
        <p className={styles.why}>{t('statementsWhy')}</p>
        <Segments
          label={t('statementFormat')}
          value={format}
          onChange={setFormat}
          options={[
            { value: 'pdf', label: t('statementPdf') },
            { value: 'csv', label: t('statementCsv') },
          ]}
        />
      </div>
      <List
        label={t('statements')}
        items={data?.rows}
        keyOf={({ month }) => month}
        measured
        row={(month) => <MonthEntry month={month} format={format} />}
        empty={<Empty text={t('statementsEmpty')} />}
        {...(error && !data
          ? { error: <ErrorView title={t('statementsFailed')} text={error.msg} onRetry={() => void refetch()} /> }
          : {})}
      />
      {data && <Everything />}
    </Screen>
  )
}

function MonthEntry({ month: { month, entries, running }, format }: { month: MonthRow; format: Format }) {
  const t = useText('portfolio')
  const f = useFormats()
  const [open, setOpen] = useState(false)
  const counted = entries === 0 ? t('statementNone') : t('statementEntries', { count: entries })
  return (
    <>
      <Row
        icon={CalendarDotsIcon}
        iconBoxed
        title={f.month(month)}
        caption={running ? `${counted} · ${t('statementRunning')}` : counted}
        expanded={open}
        onClick={() => setOpen(!open)}
      />
      {open && <MonthDetail month={month} format={format} />}
    </>
  )
}

function MonthDetail({ month, format }: { month: string; format: Format }) {
  const t = useText('portfolio')
  const read = useRead(readStatement, { month }, { quiet: true })
  const { start, isPending } = useDownload(downloadStatement, (name) =>
    toast(t('statementSaved', { name }), { kind: 'done' }),
  )
  if (read.error && !read.data) {
    return <ErrorView title={t('statementsFailed')} text={read.error.msg} onRetry={() => void read.refetch()} />
  }
  if (!read.data) return <Loading />
  // A currency without any movement is left out.
  const used = read.data.figures.filter(isUsed)
  return (
    <div className={styles.detail}>
      {used.length > 0 && (
        <Block>
          {used.map((figures) => (
            <CurrencyRows key={figures.currency} figures={figures} />
          ))}
        </Block>
      )}
      <Button
        look="soft"
        label={t('statementSave', { format: format.toUpperCase() })}
        busy={isPending}
        busyLabel={t('statementSaving')}
        onClick={() => start({ month, format })}
      />
    </div>
  )
}

const isUsed = ({ currency: _currency, ...figures }: StatementFigures): boolean =>
  Object.values(figures).some((cents) => cents !== 0n)

/** From opening to closing: each line is a sum of entries, and together they make the difference. */
function CurrencyRows({ figures: of }: { figures: StatementFigures }) {
  const t = useText('portfolio')
  const f = useFormats()
  const write = (units: bigint, sign?: 'results') => f.amount({ asset: of.currency, units }, sign)
  const converted = of.convertedIn - of.convertedOut
  const intoShares = of.openingCost - of.closingCost
  const moved = (label: string, units: bigint): Definition[] =>
    units === 0n ? [] : [{ label, value: write(units, 'results') }]
  return (
    <div className={styles.currency}>
      <h2>{of.currency}</h2>
      <DefinitionRows
        tight
        rows={[
          { label: t('openingBalance'), value: write(of.openingCash) },
          ...moved(t('monthPaidIn'), of.paidIn),
          ...moved(t('monthPaidOut'), -of.paidOut),
          ...moved(t('monthConverted'), converted),
          ...moved(t('monthShares'), intoShares),
          ...moved(t('monthResult'), of.accumulated),
          ...moved(t('monthOwed'), of.closingOwed - of.openingOwed),
          { label: t('closingBalance'), value: write(of.closingCash), total: true },
          ...(of.fees === 0n ? [] : [{ label: t('monthFees'), value: write(of.fees), tone: 'soft' as const }]),
        ]}
      />
    </div>
  )
}

function Everything() {
  const t = useText('portfolio')
  const { start, isPending } = useDownload(downloadEverything, (name) =>
    toast(t('statementSaved', { name }), { kind: 'done' }),
  )
  return (
    <Section title={t('everything')}>
      <p className={styles.why}>{t('everythingWhy')}</p>
      <div className={styles.save}>
        <Button
          look="outline"
          label={t('everythingSave')}
          busy={isPending}
          busyLabel={t('statementSaving')}
          onClick={() => start({})}
        />
      </div>
    </Section>
  )
}
