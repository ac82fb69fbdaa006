import { useMemo, useState } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import { consoleDayAt } from '@lonja/core/ipo/calendar.rules'
import { readOfferCalendar } from '@lonja/core/ipo/calendar.staff.contract'
import { useChosen } from '@lonja/kit/chosen'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { Notice } from '@lonja/kit/parts/blocks'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { DataTable, type DataColumn } from '@lonja/kit/parts/DataTable'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { DayFilter, Filters } from '@lonja/kit/parts/Filters'
import { SideNote, SidePage, SidePart } from '@lonja/kit/parts/SidePage'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText, type Say } from '@lonja/kit/text'

type Row = ReplyOf<typeof readOfferCalendar>['rows'][number]

/** The time between two reads of an open page. */
const READ_AGAIN_MS = 30_000

const idOf = ({ offer, step }: Row): string => `${offer} ${step}`

/** The steps that were due, done and late on a day, for every offer. The page only reads: the house makes each step by itself. */
export function OfferCalendar() {
  const t = useText('offerCalendar')
  const f = useFormats()
  const [day, setDay] = useState(() => consoleDayAt(Date.now()) as string)
  const isDay = /^20\d\d-\d\d-\d\d$/.test(day)
  const read = useRead(readOfferCalendar, isDay ? { day } : {}, { quiet: true, refetchMs: READ_AGAIN_MS })
  const { data, error, refetch } = read
  const columns = useMemo(() => columnsIn(t, f), [t, f])
  const late = data?.rows.filter(({ state }) => state === 'late').length ?? 0
  const chosen = useChosen(data?.rows ?? [], idOf, t('keyMove'))
  return (
    <SidePage
      title={t('title')}
      sideLabel={t('step')}
      sideReadOnly
      side={chosen.row ? <Step row={chosen.row} /> : <SideNote>{t('choose')}</SideNote>}
      filters={
        <Filters beside={data && t('readAt', { time: f.time(data.now) })}>
          <DayFilter label={t('day')} value={day} onChange={setDay} />
        </Filters>
      }
    >
      {late > 0 && (
        <Notice tone="loss" title={t('late', { count: late })}>
          {t('lateWhy')}
        </Notice>
      )}
      <DataTable
        label={t('title')}
        columns={columns}
        rows={data?.rows}
        keyOf={idOf}
        chosen={chosen.id}
        onChoose={(row) => chosen.choose(idOf(row))}
        instead={
          !data && error ? (
            <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />
          ) : data?.rows.length === 0 ? (
            <Empty text={t(data.hasOffers ? 'none' : 'noOffers')} />
          ) : undefined
        }
      />
    </SidePage>
  )
}

const TONES = { done: 'gain', running: 'accent', due: 'grey', late: 'loss' } as const

const columnsIn = (t: Say<'offerCalendar'>, f: Formats): DataColumn<Row>[] => [
  { id: 'due', label: t('due'), cell: ({ dueAt }) => (dueAt === null ? '-' : f.date(dueAt)) },
  { id: 'step', label: t('step'), cell: ({ step }) => t(`step_${step}`) },
  { id: 'company', label: t('company'), soft: true, cell: ({ company }) => company },
  { id: 'done', label: t('done'), cell: ({ doneAt }) => (doneAt === null ? '-' : f.date(doneAt)) },
  {
    id: 'state',
    label: t('state'),
    whole: true,
    cell: ({ state }) => (
      <StatusChip tone={TONES[state]} {...(state === 'late' ? {} : { icon: null })} label={t(`state_${state}`)} />
    ),
  },
]

/** One step with its times and, if it is late, the reason and the remedy. */
function Step({ row }: { row: Row }) {
  const t = useText('offerCalendar')
  const f = useFormats()
  const { company, listing, step, dueAt, doneAt, fault, round, voidRound, relays } = row
  const timeOf = (at: number | null) => (at === null ? '-' : f.date(at))
  return (
    <SidePart title={t(`step_${step}`)}>
      <DefinitionRows
        tight
        rows={[
          { label: t('company'), value: company },
          { label: t('listing'), value: listing },
          { label: t('due'), value: timeOf(dueAt) },
          { label: t('done'), value: timeOf(doneAt) },
          ...(round === null ? [] : [{ label: t('round'), value: f.count(BigInt(round)) }]),
          ...(voidRound === null ? [] : [{ label: t('voidRound'), value: f.count(BigInt(voidRound)) }]),
        ]}
      />
      {voidRound !== null && <SideNote>{t('voidWhy')}</SideNote>}
      {fault !== null && (
        <Notice tone="loss" title={t(`fault_${fault}`)}>
          <p>{t(`remedy_${fault}`)}</p>
          {relays.map(({ relay, fault, at }) => (
            <p key={relay}>{t('relaySaid', { relay, said: fault, time: f.date(at) })}</p>
          ))}
        </Notice>
      )}
    </SidePart>
  )
}
