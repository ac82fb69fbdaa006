import { useMemo, useState } from 'react'
import { currencyFor } from '@lonja/core/base/amount'
import { listHouseOffers, listOfferDrafts, saveOfferDraft } from '@lonja/core/ipo/offers.staff.contract'
import { useChosen } from '@lonja/kit/chosen'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { useKeys } from '@lonja/kit/keys'
import { useMay } from '@lonja/kit/may'
import { Notice } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { DataTable, type DataColumn } from '@lonja/kit/parts/DataTable'
import { PagedTable } from '@lonja/kit/parts/PagedTable'
import { SideNote, SidePage } from '@lonja/kit/parts/SidePage'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { Tabs } from '@lonja/kit/parts/Tabs'
import { usePages } from '@lonja/kit/pages'
import { useRead } from '@lonja/kit/reads'
import { useText, type Say } from '@lonja/kit/text'
import type { Draft, HouseOffer } from './draft.ts'
import { DraftEditor } from './DraftEditor.tsx'
import { DraftSide } from './DraftSide.tsx'
import { OfferSide } from './OfferSide.tsx'

const TABS = ['offers', 'drafts'] as const
type Tab = (typeof TABS)[number]

/** The offers of the house and the drafts of operations: make one, propose its terms, withdraw or postpone it. */
export function HouseOffers() {
  const [writing, setWriting] = useState<{ readonly draft: Draft | null } | null>(null)
  const [tab, setTab] = useState<Tab>('offers')
  const done = () => {
    setWriting(null)
    setTab('drafts')
  }
  if (writing) return <DraftEditor draft={writing.draft} onDone={done} />
  return <Lists tab={tab} onTab={setTab} onWrite={(draft) => setWriting({ draft })} />
}

function Lists(props: { tab: Tab; onTab: (tab: Tab) => void; onWrite: (draft: Draft | null) => void }) {
  const { tab, onTab, onWrite } = props
  const t = useText('offers')
  const drafts = useRead(listOfferDrafts, {}, { quiet: true })
  const offers = usePages(listHouseOffers, {}, { quiet: true })
  const rows = useMemo(() => offers.pages.flatMap((page) => page.rows), [offers.pages])
  const hasOffers = drafts.data?.hasOffers ?? true
  const mayWrite = useMay(saveOfferDraft) && hasOffers
  useKeys([
    ...TABS.map((value, n) => ({ key: String(n + 1), label: t(value), act: () => onTab(value), quiet: true })),
    ...(mayWrite ? [{ key: 'n', label: t('newDraft'), act: () => onWrite(null) }] : []),
  ])
  const draftRows = drafts.data?.rows ?? []
  const chosen = useChosen<Draft | HouseOffer>(tab === 'drafts' ? draftRows : rows, ({ id }) => id, t('keyMove'))
  const draft = draftRows.find(({ id }) => id === chosen.id)
  const offer = rows.find(({ id }) => id === chosen.id)
  return (
    <SidePage
      title={t('title')}
      acts={mayWrite && <Button look="outline" small label={t('newDraft')} keyCap="N" onClick={() => onWrite(null)} />}
      sideLabel={t(tab === 'drafts' ? 'draft' : 'offer')}
      side={
        draft ? (
          <DraftSide key={draft.id} draft={draft} onEdit={() => onWrite(draft)} />
        ) : offer ? (
          <OfferSide key={offer.id} offer={offer} />
        ) : (
          <SideNote>{t(tab === 'drafts' ? 'chooseDraft' : 'chooseOffer')}</SideNote>
        )
      }
    >
      {!hasOffers && (
        <Notice tone="ground" title={t('noPractice')}>
          {t('noPracticeWhy')}
        </Notice>
      )}
      <Tabs label={t('parts')} tabs={TABS.map((value) => ({ value, label: t(value) }))} value={tab} onChange={onTab}>
        {tab === 'drafts' ? (
          <Drafts read={drafts} chosen={chosen.id} onChoose={chosen.choose} />
        ) : (
          <Offers list={offers} rows={rows} chosen={chosen.id} onChoose={chosen.choose} />
        )}
      </Tabs>
    </SidePage>
  )
}

interface Choosing {
  readonly chosen: string | null
  readonly onChoose: (id: string) => void
}

function Drafts({ read, chosen, onChoose }: { read: ReturnType<typeof useRead<typeof listOfferDrafts>> } & Choosing) {
  const t = useText('offers')
  const f = useFormats()
  const r = useText('review')
  const columns = useMemo(() => draftColumns(t, r, f), [t, r, f])
  const { data, error, refetch } = read
  return (
    <DataTable
      label={t('drafts')}
      columns={columns}
      rows={data?.rows}
      keyOf={({ id }) => id}
      chosen={chosen}
      onChoose={({ id }) => onChoose(id)}
      instead={
        !data && error ? (
          <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />
        ) : data?.rows.length === 0 ? (
          <Empty text={t('noDrafts')} />
        ) : undefined
      }
    />
  )
}

function Offers(
  props: { list: ReturnType<typeof usePages<typeof listHouseOffers>>; rows: readonly HouseOffer[] } & Choosing,
) {
  const { list, rows, chosen, onChoose } = props
  const t = useText('offers')
  const f = useFormats()
  const columns = useMemo(() => offerColumns(t, f), [t, f])
  return (
    <PagedTable
      label={t('offers')}
      columns={columns}
      list={list}
      rows={rows}
      keyOf={({ id }) => id}
      chosen={chosen}
      onChoose={({ id }) => onChoose(id)}
      failed={t('failed')}
      empty={<Empty text={t('noOffers')} />}
      more={t('more')}
    />
  )
}

const draftColumns = (t: Say<'offers'>, r: Say<'review'>, f: Formats): DataColumn<Draft>[] => [
  { id: 'company', label: t('company'), cell: ({ company }) => company },
  { id: 'market', label: t('market'), soft: true, cell: ({ market }) => t(`market_${market}`) },
  {
    id: 'price',
    label: t('price'),
    right: true,
    cell: ({ price, market }) => f.price(price, market === 'madrid' ? 'EUR' : 'USD'),
  },
  { id: 'opens', label: t('opens'), cell: ({ opens }) => f.date(opens) },
  { id: 'changed', label: t('changed'), soft: true, cell: ({ changedAt }) => f.date(changedAt) },
  {
    id: 'state',
    label: t('state'),
    whole: true,
    cell: ({ review }) =>
      review === null ? (
        <StatusChip tone="grey" icon={null} label={t('state_draft')} />
      ) : (
        <StatusChip tone="accent" icon={null} label={r('oneOfTwo')} />
      ),
  },
]

const TONES = {
  not_started: 'grey',
  subscribing: 'accent',
  ended: 'accent',
  drawn: 'gain',
  listed: 'gain',
  cancelled: 'loss',
} as const

const offerColumns = (t: Say<'offers'>, f: Formats): DataColumn<HouseOffer>[] => [
  { id: 'company', label: t('company'), cell: ({ company }) => company },
  { id: 'listing', label: t('listing'), soft: true, whole: true, cell: ({ listing }) => listing },
  { id: 'price', label: t('price'), right: true, cell: ({ price, listing }) => f.price(price, currencyFor(listing)) },
  { id: 'closes', label: t('closes'), cell: ({ closes }) => f.date(closes) },
  { id: 'made', label: t('made'), soft: true, cell: ({ isOwn }) => t(isOwn ? 'madeHere' : 'byItself') },
  {
    id: 'state',
    label: t('state'),
    whole: true,
    cell: ({ state }) => <StatusChip tone={TONES[state]} icon={null} label={t(`state_${state}`)} />,
  },
]
