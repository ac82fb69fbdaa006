import { useState } from 'react'
import { isOff } from '@lonja/kit/first'
import { useFormats } from '@lonja/kit/formats'
import { goTo, urlTo } from '@lonja/kit/nav'
import { Notice } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { LockSimpleIcon } from '@lonja/kit/parts/late-icons'
import { useText } from '@lonja/kit/text'
import { useMarketNames } from '../market/names.ts'
import { ApplySheet } from './ApplySheet.tsx'
import { BLOCKS, OFFER_TONES, useExactPrice, type BlockOffer, type BlockOffers } from './block.ts'
import styles from './blocks.module.css'

/** An offer with its terms. The lock and what it cost others stand above the button. */
export function OfferCard({ offer, house }: { offer: BlockOffer; house: BlockOffers }) {
  const t = useText('blocks')
  const f = useFormats()
  const names = useMarketNames()
  const [isOpen, setOpen] = useState(false)
  const { company, listing, state, withdrawal, offerNumber, endsAt, discountBps, lockDays } = offer
  return (
    <section className={styles.card} aria-label={company}>
      <div>
        <div className={styles.ends}>
          <h2 className={styles.company}>{company}</h2>
          <StatusChip tone={OFFER_TONES[state]} label={t(`state_${state}`)} />
        </div>
        <p className={styles.soft}>{names.caption(listing)}</p>
        <p className={styles.soft}>{t('offerNumber', { number: offerNumber, date: f.date(endsAt) })}</p>
      </div>
      {withdrawal ? (
        <>
          <Notice tone="loss" title={t('withdrawnAt', { time: f.date(withdrawal.at) })}>
            {withdrawal.reason.title}
          </Notice>
          <p className={styles.soft}>
            {`${t('less', { discount: f.rate(BigInt(discountBps)) })} · ${t('lockTitle', { days: BigInt(lockDays) })}`}
          </p>
        </>
      ) : (
        <PriceAndLock offer={offer} outcomes={house.outcomes} />
      )}
      <Terms offer={offer} dueHours={house.dueHours} />
      {state === 'open' && offer.mostNow >= offer.least && !isOff('blocks') && (
        <Button label={t('apply')} onClick={() => setOpen(true)} />
      )}
      {isOpen && (
        <ApplySheet
          offer={offer}
          house={house}
          onClose={() => setOpen(false)}
          onDone={(id) => goTo(urlTo(BLOCKS, { id }))}
        />
      )}
    </section>
  )
}

/** The price of now and the lock: they matter to whoever can still apply. */
function PriceAndLock({ offer, outcomes }: { offer: BlockOffer; outcomes: BlockOffers['outcomes'] }) {
  const t = useText('blocks')
  const f = useFormats()
  const exact = useExactPrice()
  const { price, ask, currency, discountBps } = offer
  return (
    <>
      <div className={styles.ends}>
        <div>
          <p className={styles.soft}>{t('priceNow')}</p>
          <p className={styles.price}>{breakable(exact(price, currency))}</p>
        </div>
        <div>
          <p className={styles.soft}>{`${t('market')} ${f.price(ask, currency)}`}</p>
          <strong>{t('less', { discount: f.rate(BigInt(discountBps)) })}</strong>
        </div>
      </div>
      <Lock offer={offer} outcomes={outcomes} />
    </>
  )
}

function Lock({ offer, outcomes }: { offer: BlockOffer; outcomes: BlockOffers['outcomes'] }) {
  const t = useText('blocks')
  const f = useFormats()
  return (
    <Notice icon={LockSimpleIcon} title={t('lockTitle', { days: BigInt(offer.lockDays) })}>
      {outcomes === null
        ? t('lockNone')
        : t('lockOutcomes', {
            count: BigInt(outcomes.count),
            least: f.bps(BigInt(outcomes.leastBps)),
            most: f.bps(BigInt(outcomes.mostBps)),
            lost: f.count(BigInt(outcomes.lost)),
          })}
    </Notice>
  )
}

function Terms({ offer, dueHours }: { offer: BlockOffer; dueHours: number }) {
  const t = useText('blocks')
  const f = useFormats()
  const open = [
    { label: t('left'), value: f.count(offer.left) },
    { label: t('applications'), value: f.count(BigInt(offer.applications)) },
    { label: t('review'), value: t('reviewIn', { hours: BigInt(dueHours) }) },
  ]
  return (
    <DefinitionRows
      tight
      rows={[
        { label: t('minimum'), value: f.count(offer.least) },
        { label: t('most'), value: f.count(offer.most) },
        ...(offer.withdrawal ? [] : open),
        { label: t('termsHash'), value: offer.termsHash, long: true },
      ]}
    />
  )
}

/** A price that may break before its mark: large text at a narrow width would cut the mark in two. */
const breakable = (price: string): string => price.replace(/[\u00a0\u202f](?=\D+$)/, ' ')
