import { currencyFor, tickerOf } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { openCloseOut } from '@lonja/core/risk/risk.staff.contract'
import { useAsked } from '@lonja/kit/asked'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { DefinitionRows, type Definition } from '@lonja/kit/parts/DefinitionRows'
import { SidePart } from '@lonja/kit/parts/SidePage'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { ErrorView } from '@lonja/kit/parts/states'
import { useText } from '@lonja/kit/text'
import type { OpenedCloseOut } from './closeouts.ts'
import styles from './Risk.module.css'

type CloseOut = ReplyOf<typeof openCloseOut>
type Lot = CloseOut['lots'][number]

const CUSTOMERS = '/customers'

/** One close-out: asked for once, since opening it is a view that the customer reads. */
export function CloseOutSide({ opened: { customer, id } }: { opened: OpenedCloseOut }) {
  const t = useText('risk')
  const { reply, failed, again } = useAsked(openCloseOut, { customer, id })
  if (failed !== null) return <ErrorView title={t('openFailed')} text={failed} onRetry={again} />
  if (reply === null) return <SkeletonRows rows={8} dense line={false} />
  return (
    <>
      <Figures closeOut={reply} />
      <Quotes quotes={reply.quotes} />
      <SidePart title={t('lots')}>
        {reply.lots.map((lot) => (
          <LotClosed key={lot.lot} lot={lot} customer={customer} />
        ))}
      </SidePart>
    </>
  )
}

function Figures({ closeOut }: { closeOut: CloseOut }) {
  const t = useText('risk')
  const f = useFormats()
  const { customer, number, minute, at, currency: asset, equity, used, usedOpen, financed, level, rate } = closeOut
  const amount = (units: bigint) => f.amount({ asset, units })
  return (
    <SidePart title={t('closeOut', { number })} live>
      <a className={styles.link} href={hrefTo(CUSTOMERS, { id: customer })}>
        {t('toCustomer')}
      </a>
      <DefinitionRows
        tight
        rows={[
          { label: t('minute'), value: f.date(minute) },
          { label: t('decided'), value: f.date(at) },
          { label: t('level'), value: level === null ? '-' : f.rate(level) },
          { label: t('equity'), value: amount(equity) },
          { label: t('used'), value: amount(used) },
          { label: t('usedOpen'), value: amount(usedOpen) },
          { label: t('financed'), value: amount(financed) },
          ...(rate === null ? [] : [{ label: t('rate'), value: f.exchange(rate) }]),
        ]}
      />
    </SidePart>
  )
}

/** The quote events on which the account was judged. */
function Quotes({ quotes }: { quotes: CloseOut['quotes'] }) {
  const t = useText('risk')
  const f = useFormats()
  return (
    <SidePart title={t('quotes')}>
      <DefinitionRows
        tight
        rows={quotes.map(({ listing, name, at, last }) => ({
          label: name,
          note: at === null ? undefined : f.date(at),
          value: last === null ? t('noPrice') : f.price(last, currencyFor(listing)),
        }))}
      />
    </SidePart>
  )
}

/** A lot as it was, and what became of it. */
function LotClosed({ lot, customer }: { lot: Lot; customer: CloseOut['customer'] }) {
  const t = useText('risk')
  const f = useFormats()
  const { number, listing, name, shares, closing, financed, order } = lot
  const currency = currencyFor(listing)
  const rows: Definition[] = [
    { label: t('financed'), value: f.amount({ asset: currency, units: financed }) },
    ...(closing > 0n ? [{ label: t('closing'), value: f.count(closing) }] : []),
    ...(order === null
      ? [{ label: t('order'), value: t('leftAlone') }]
      : [
          { label: t('order'), value: t('ordered', { shares: f.count(order.shares) }) },
          {
            label: t('filled'),
            value: t('filledOf', { filled: f.count(order.filled), shares: f.count(order.shares) }),
          },
          ...order.fills.map((fill) => ({
            label: f.date(fill.at),
            value: t('filledAt', { shares: f.count(fill.shares), price: f.price(fill.price, currency) }),
          })),
        ]),
  ]
  return (
    <section className={styles.lot} aria-label={name}>
      <h3>{t('lot', { shares: f.count(shares), code: tickerOf(listing), number })}</h3>
      <DefinitionRows tight rows={rows} />
      {order && (
        <a className={styles.link} href={hrefTo(CUSTOMERS, { id: customer, tab: 'entries', cause: order.id })}>
          {t('toOrder')}
        </a>
      )}
    </section>
  )
}
