import { useState } from 'react'
import { currencyFor } from '@lonja/core/base/amount'
import { proposeOfferWithdrawal } from '@lonja/core/ipo/offers.staff.contract'
import { useFormats } from '@lonja/kit/formats'
import { useKeys } from '@lonja/kit/keys'
import { useMay } from '@lonja/kit/may'
import { hrefTo } from '@lonja/kit/nav'
import { Notice } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { SideActs, SideNote, SidePart } from '@lonja/kit/parts/SidePage'
import { useText } from '@lonja/kit/text'
import type { HouseOffer } from './draft.ts'
import { Postpone } from './Postpone.tsx'
import { WithdrawOffer } from './WithdrawOffer.tsx'
import styles from './offers.module.css'

/** One offer with its dates, and what may still be done about it: withdraw it in public, or postpone it. */
export function OfferSide({ offer }: { offer: HouseOffer }) {
  const t = useText('offers')
  const f = useFormats()
  const may = useMay(proposeOfferWithdrawal)
  const [asks, setAsks] = useState<'withdraw' | 'postpone' | null>(null)
  const [canWithdraw, canPostpone] = [may && offer.canWithdraw, may && offer.canPostpone]
  const { withdrawal, review } = offer
  useKeys([
    ...(canWithdraw ? [{ key: 'w', label: t('withdraw'), act: () => setAsks('withdraw') }] : []),
    ...(canPostpone ? [{ key: 'l', label: t('postpone'), act: () => setAsks('postpone') }] : []),
  ])
  return (
    <SidePart title={offer.company}>
      {withdrawal && (
        <Notice tone="loss" title={t('withdrawnAt', { time: f.date(withdrawal.at) })}>
          {withdrawal.reason !== null && t(`reason_${withdrawal.reason}`)}
        </Notice>
      )}
      {review !== null && (
        <Notice tone="ground" title={t('state_waits')}>
          <a href={hrefTo(`/offer-decisions?id=${review}`)}>{t('seeProposal')}</a>
        </Notice>
      )}
      <DefinitionRows
        tight
        rows={[
          { label: t('listing'), value: offer.listing },
          { label: t('price'), value: f.price(offer.price, currencyFor(offer.listing)) },
          { label: t('lots'), value: f.count(offer.lots) },
          { label: t('lot'), value: f.count(offer.lot) },
          { label: t('most'), value: f.count(offer.most) },
          { label: t('opens'), value: f.date(offer.opens) },
          { label: t('closes'), value: f.date(offer.closes) },
          { label: t('draws'), value: f.date(offer.draws) },
          { label: t('lists'), value: f.date(offer.lists) },
          { label: t('crowd'), value: t(offer.crowd ? 'yes' : 'no') },
          { label: t('beacon'), value: t(`beacon_${offer.beacon}`) },
          { label: t('publishedAt'), value: f.date(offer.publishedAt) },
        ]}
      />
      <SideNote>{t('termsHash')}</SideNote>
      <p className={styles.text}>{offer.termsHash}</p>
      <SideNote>{t('noHands')}</SideNote>
      {(canWithdraw || canPostpone) && (
        <SideActs>
          {canPostpone && (
            <Button look="outline" small label={t('postpone')} keyCap="L" onClick={() => setAsks('postpone')} />
          )}
          {canWithdraw && (
            <Button look="outline" small label={t('withdraw')} keyCap="W" onClick={() => setAsks('withdraw')} />
          )}
        </SideActs>
      )}
      {asks === 'withdraw' && <WithdrawOffer offer={offer} onClose={() => setAsks(null)} />}
      {asks === 'postpone' && <Postpone offer={offer} onClose={() => setAsks(null)} />}
    </SidePart>
  )
}
