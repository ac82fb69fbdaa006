import { useRef, useState } from 'react'
import { tickerOf } from '@lonja/core/base/amount'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { readOffer } from '@lonja/core/ipo/ipo.contract'
import { readTerms } from '@lonja/core/ipo/terms.text'
import { isOff } from '@lonja/kit/first'
import { useFormats } from '@lonja/kit/formats'
import { back, hrefTo, useQuery } from '@lonja/kit/nav'
import { useNow } from '@lonja/kit/now'
import { Notice, Section } from '@lonja/kit/parts/blocks'
import { Button, Buttons } from '@lonja/kit/parts/Button'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Screen } from '@lonja/kit/parts/Screen'
import { useRead } from '@lonja/kit/reads'
import { useLanguage, useText } from '@lonja/kit/text'
import { ProductOff } from '../accounts/ProductOff.tsx'
import { Restriction } from '../accounts/Restriction.tsx'
import { useMarketNames } from '../market/names.ts'
import { Demand } from './Demand.tsx'
import { DrawRules } from './DrawRules.tsx'
import { FirstDays } from './FirstDays.tsx'
import { MoneyWay } from './MoneyWay.tsx'
import {
  CHECK,
  drawTimeOf,
  newestOf,
  OFFER_SAID,
  prospectusIn,
  SHARE,
  type Application,
  type WholeOffer,
} from './offer.ts'
import { OfferAway } from './OfferAway.tsx'
import { Receipt } from './Receipt.tsx'
import { SubscribeSheet } from './SubscribeSheet.tsx'
import { WithdrawApplication } from './WithdrawApplication.tsx'
import styles from './ipo.module.css'

const WAITING = [
  ['60%', 28],
  ['100%', 55],
  ['100%', 190],
  ['100%', 120],
] as const

/** One offer with its terms, its draw and the customer's application. Spec: /subPackages/home/ipo/detail. */
export function OfferDetail() {
  const t = useText('ipo')
  const id = useQuery().get('id') ?? ''
  const { data, error, refetch } = useRead(readOffer, { id })
  if (data) return <Detail key={data.id} offer={data} onRefresh={() => refetch()} />
  return <OfferAway title={t('one')} error={error} onRetry={() => void refetch()} waiting={WAITING} />
}

type Open = 'subscribe' | 'withdraw' | null

function Detail({ offer, onRefresh }: { offer: WholeOffer; onRefresh: () => Promise<unknown> }) {
  const t = useText('ipo')
  const f = useFormats()
  const [open, setOpen] = useState<Open>(null)
  const [replied, setReplied] = useState<Application | null>(null)
  const receipt = useRef<HTMLHeadingElement>(null)
  const own = newestOf(offer.application, replied)
  const running = own?.state === 'subscribed' ? own : null
  // The possible loss comes before every figure as long as one can still decide.
  const isAhead = offer.state === 'not_started' || offer.state === 'subscribing'
  // The button that opened the sheet may be gone: the focus goes to the receipt.
  const show = (reply: Application | null): void => {
    setOpen(null)
    if (reply) setReplied(reply)
    setTimeout(() => receipt.current?.focus())
  }
  return (
    <Screen
      title={t('one')}
      onBack={back}
      onRefresh={onRefresh}
      dock={
        offer.state === 'subscribing'
          ? (running || !isOff('ipo')) && <Acts offer={offer} running={running} onOpen={setOpen} />
          : offer.drawnAt !== null && <DrawnActs offer={offer} />
      }
    >
      <Head offer={offer} />
      <Notices offer={offer} />
      {own && <Receipt own={own} price={f.price(offer.price, offer.currency)} heading={receipt} />}
      {isAhead && <Risk offer={offer} />}
      <Section title={t('terms')}>
        <Fields offer={offer} own={own} />
        <p className={styles.soft}>{t('noFee')}</p>
      </Section>
      <Demand offer={offer} />
      {!isAhead && <Risk offer={offer} />}
      <FirstDays />
      <Section title={t('moneyWay')}>
        <MoneyWay offer={offer} own={own} />
      </Section>
      <DrawRules offer={offer} />
      <Prospectus offer={offer} />
      <div className={styles.end} />
      {open === 'subscribe' && (
        <SubscribeSheet offer={offer} running={running} onClose={() => setOpen(null)} onDone={show} />
      )}
      {open === 'withdraw' && running && (
        <WithdrawApplication own={running} onClose={() => setOpen(null)} onDone={() => show(null)} />
      )}
    </Screen>
  )
}

/** The company with the state of its offer. The terms have one name; a Chinese reader knows the company by its Chinese one. */
function Head({ offer }: { offer: WholeOffer }) {
  const t = useText('ipo')
  const names = useMarketNames()
  const { key, tone } = OFFER_SAID[offer.state]
  const frozen = readTerms(offer.terms)?.company ?? offer.company
  return (
    <Section>
      <div className={styles.ends}>
        <h2 className={styles.company}>{offer.company}</h2>
        <StatusChip tone={tone} label={t(key)} />
      </div>
      <p className={styles.soft}>{`${names.caption(offer.listing)} · ${names.sector(offer.sector)}`}</p>
      {frozen !== offer.company && <p className={styles.soft}>{t('nameInTerms', { company: frozen })}</p>}
    </Section>
  )
}

/** A draw is late after this. */
const LATE_AFTER_MS = HOUR

const UNDRAWN: ReadonlySet<WholeOffer['state']> = new Set(['not_started', 'subscribing', 'ended'])

/** The time of a draw by seeds, a restriction of the account, the acts of the house on the offer in public (its withdrawal, later dates), and a late draw. */
function Notices({ offer }: { offer: WholeOffer }) {
  const t = useText('ipo')
  const f = useFormats()
  const now = useNow(MINUTE)
  const { withdrawal, postponements } = offer
  const reason = withdrawal?.reason ?? null
  const due = drawTimeOf(offer)
  const isLate = offer.state === 'ended' && now > due + LATE_AFTER_MS
  return (
    <div className={styles.notices}>
      <Restriction />
      {offer.state === 'subscribing' && <ProductOff product="ipo" />}
      {offer.state === 'cancelled' && (
        <Notice tone="loss" title={withdrawal ? t('withdrawnByHouse', { time: f.date(withdrawal.at) }) : t('expired')}>
          {reason !== null && <p>{t(`because_${reason}`)}</p>}
          <p>{t('expiredWhy')}</p>
        </Notice>
      )}
      {isLate && <Notice title={t('drawLate')}>{t('drawLateWhy', { time: f.date(due) })}</Notice>}
      {!isLate && UNDRAWN.has(offer.state) && due > offer.draws && (
        <Notice tone="ground" title={t('resultDue', { time: f.date(due) })}>
          {t('resultDueWhy')}
        </Notice>
      )}
      {postponements.map(({ at, before, after }) => (
        <Notice key={at} title={t('postponed', { time: f.date(at) })}>
          {LATER.filter(([date]) => before[date] !== after[date]).map(([date, key]) => (
            <p key={date}>{t(key, { before: f.date(before[date]), after: f.date(after[date]) })}</p>
          ))}
        </Notice>
      ))}
    </div>
  )
}

const LATER = [
  ['closes', 'postponedCloses'],
  ['draws', 'postponedDraws'],
  ['lists', 'postponedLists'],
] as const

function Acts(props: { offer: WholeOffer; running: Application | null; onOpen: (open: Open) => void }) {
  const { offer, running, onOpen } = props
  const t = useText('ipo')
  const f = useFormats()
  const until = t('until', { time: f.date(offer.closes) })
  if (!running) return <Button label={t('subscribe')} second={until} onClick={() => onOpen('subscribe')} />
  return (
    <Buttons>
      <Button
        look="outline"
        label={t('withdraw')}
        second={t('releases', { amount: f.amount(running.hold) })}
        onClick={() => onOpen('withdraw')}
      />
      <Button label={t('change')} second={until} onClick={() => onOpen('subscribe')} />
    </Buttons>
  )
}

/** The check of the draw and, once the company trades, the page of its share, on which it can be sold. */
function DrawnActs({ offer: { id, listing, state } }: { offer: WholeOffer }) {
  const t = useText('ipo')
  const check = { label: t('check'), href: hrefTo(CHECK, { id }) }
  if (state !== 'listed') return <Button {...check} second={t('checkHere')} />
  return (
    <Buttons>
      <Button look="outline" {...check} />
      <Button label={t('seeShare', { code: tickerOf(listing) })} href={hrefTo(SHARE, { listing })} />
    </Buttons>
  )
}

/** The fields of the spec, section 3. The figures of the market are '-' before the listing; a draw's are left out before it. */
function Fields({ offer, own }: { offer: WholeOffer; own: Application | null }) {
  const t = useText('ipo')
  const f = useFormats()
  const { price, market, difference, returnBps, currency } = offer
  const result = own?.result ?? null
  return (
    <DefinitionRows
      rows={[
        { label: t('price'), value: f.price(price, currency) },
        { label: t('lot'), value: t('sharesOf', { count: offer.lot, shares: f.count(offer.lot) }) },
        { label: t('market'), value: f.price(market, currency) },
        {
          label: t('difference'),
          value: difference === null ? '-' : f.price(difference as typeof price, currency, 'results'),
          tone: toneOf(difference),
        },
        {
          label: t('returnRate'),
          value: returnBps === null ? '-' : f.bps(BigInt(returnBps)),
          tone: toneOf(returnBps === null ? null : BigInt(returnBps)),
        },
        { label: t('opens'), value: f.date(offer.opens) },
        { label: t('closes'), value: f.date(offer.closes) },
        { label: t('draws'), value: f.date(offer.draws) },
        ...(offer.drawnAt === null ? [] : [{ label: t('drawnAt'), value: f.date(offer.drawnAt) }]),
        { label: t('delivers'), value: f.date(offer.delivers) },
        { label: t('lists'), value: f.date(offer.lists) },
        { label: t('issued'), value: f.count(offer.shares) },
        { label: t('asked'), value: f.count(offer.subscribed) },
        ...(result
          ? [
              { label: t('winning'), value: f.count(result.won) },
              { label: t('payable'), value: f.amount(result.payable) },
              { label: t('due'), value: f.amount(result.due) },
            ]
          : []),
      ]}
    />
  )
}

const toneOf = (units: bigint | null) => (units === null || units === 0n ? 'flat' : units > 0n ? 'gain' : 'loss')

/** The loss that is possible, in full although it is practice. */
function Risk({ offer: { price, currency } }: { offer: WholeOffer }) {
  const t = useText('ipo')
  const f = useFormats()
  return (
    <Section>
      <Notice title={t('riskTitle')}>
        <p>{t('riskNone')}</p>
        <p>{t('riskPrice', { price: f.price(price, currency) })}</p>
      </Notice>
    </Section>
  )
}

function Prospectus({ offer }: { offer: WholeOffer }) {
  const t = useText('ipo')
  const language = useLanguage()
  return (
    <Section title={t('prospectus')}>
      {offer.prospectus === null ? (
        <p className={styles.soft}>{t('noProspectus')}</p>
      ) : (
        <div className={styles.prospectus}>{prospectusIn(offer.prospectus, language)}</div>
      )}
    </Section>
  )
}
