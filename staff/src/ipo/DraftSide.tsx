import { useState } from 'react'
import { discardOfferDraft, proposeOffer } from '@lonja/core/ipo/offers.staff.contract'
import { useFormats } from '@lonja/kit/formats'
import { useKeys } from '@lonja/kit/keys'
import { useMay } from '@lonja/kit/may'
import { hrefTo } from '@lonja/kit/nav'
import { Notice } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Confirm } from '@lonja/kit/parts/Dialog'
import { SideActs, SidePart } from '@lonja/kit/parts/SidePage'
import { toast } from '@lonja/kit/parts/toast'
import { markAllStale } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import type { Draft } from './draft.ts'
import styles from './offers.module.css'

/** One draft with its figures, and the acts on it. */
export function DraftSide({ draft, onEdit }: { draft: Draft; onEdit: () => void }) {
  const t = useText('offers')
  const f = useFormats()
  const s = useText('staff')
  const may = useMay(proposeOffer)
  const [asks, setAsks] = useState<'propose' | 'discard' | null>(null)
  const isFree = draft.review === null
  useKeys(
    may
      ? [
          { key: 'e', label: t('edit'), act: onEdit },
          ...(isFree ? [{ key: 'p', label: t('propose'), act: () => setAsks('propose') }] : []),
          ...(isFree ? [{ key: 'w', label: t('discard'), act: () => setAsks('discard') }] : []),
        ]
      : [],
  )
  return (
    <SidePart title={draft.company}>
      {draft.review !== null && (
        <Notice tone="ground" title={t('state_waits')}>
          <a href={hrefTo(`/offer-decisions?id=${draft.review}`)}>{t('seeProposal')}</a>
        </Notice>
      )}
      <DefinitionRows
        tight
        rows={[
          { label: t('sector'), value: t(`sector_${draft.sector}`) },
          { label: t('market'), value: t(`market_${draft.market}`) },
          { label: t('price'), value: f.price(draft.price, draft.market === 'madrid' ? 'EUR' : 'USD') },
          { label: t('lots'), value: f.count(draft.lots) },
          { label: t('lot'), value: f.count(draft.lot) },
          { label: t('most'), value: f.count(draft.most) },
          { label: t('opens'), value: f.date(draft.opens) },
          { label: t('closes'), value: f.date(draft.closes) },
          { label: t('draws'), value: f.date(draft.draws) },
          { label: t('lists'), value: f.date(draft.lists) },
          { label: t('crowd'), value: t(draft.crowd ? 'yes' : 'no') },
          { label: t('changedBy'), value: s('seatNumber', { number: String(draft.changedBy.number) }) },
        ]}
      />
      {may && (
        <SideActs>
          {isFree && <Button label={t('propose')} keyCap="P" onClick={() => setAsks('propose')} />}
          <Button look="outline" small label={t('edit')} keyCap="E" onClick={onEdit} />
          {isFree && <Button look="outline" small label={t('discard')} keyCap="W" onClick={() => setAsks('discard')} />}
        </SideActs>
      )}
      {asks !== null && <Ask asks={asks} draft={draft} onClose={() => setAsks(null)} />}
    </SidePart>
  )
}

/** The question before terms are proposed, or a draft is thrown away. A refusal stays below the draft. */
function Ask({ asks, draft, onClose }: { asks: 'propose' | 'discard'; draft: Draft; onClose: () => void }) {
  const t = useText('offers')
  const done = (outcome: 'proposed' | 'published' | 'discarded') => {
    toast(t(outcome), { kind: 'done' })
    markAllStale()
    onClose()
  }
  const propose = useWrite(proposeOffer, { quiet: true, onReply: ({ review }) => done(review === null ? 'published' : 'proposed') }) // prettier-ignore
  const discard = useWrite(discardOfferDraft, { quiet: true, onReply: () => done('discarded') })
  const { id, version } = draft
  const refusal = (asks === 'propose' ? propose : discard).refusal
  if (refusal)
    return (
      <p role="alert" className={styles.wrong}>
        {refusal.msg}
      </p>
    )
  return asks === 'propose' ? (
    <Confirm
      title={t('askPropose')}
      text={t('askProposeWhy')}
      confirm={t('propose')}
      cancel={t('cancel')}
      busy={propose.isPending}
      onConfirm={() => propose.mutate({ id, version })}
      onCancel={onClose}
    />
  ) : (
    <Confirm
      title={t('askDiscard')}
      text={t('askDiscardWhy')}
      confirm={t('discard')}
      cancel={t('cancel')}
      busy={discard.isPending}
      onConfirm={() => discard.mutate({ id })}
      onCancel={onClose}
    />
  )
}
