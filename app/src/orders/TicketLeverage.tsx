import { currencyFor } from '@lonja/core/base/amount'
import { riskOf, type LeverageRisk } from '@lonja/core/orders/leverage.rules'
import { LEVERAGES, type Leverage } from '@lonja/core/orders/orders.contract'
import { mostSharesFor, type Draft, type Preview } from '@lonja/core/orders/preview.rules'
import { useFormats } from '@lonja/kit/formats'
import { Chip } from '@lonja/kit/parts/Chip'
import { Segments } from '@lonja/kit/parts/Segments'
import { useText } from '@lonja/kit/text'
import { fieldRefusal, previewIn, type TicketProps, type TicketRefusal } from './facts.ts'
import { ownPartOf } from './leverageRows.ts'
import { draftOf } from './ticket.ts'
import form from './OrderTicket.module.css'
import styles from './Leverage.module.css'

type Props = TicketProps & { refusal: TicketRefusal }

const NAMES = LEVERAGES.map((leverage) => String(leverage))

/** The leverage of a buy, and what it risks. */
export function TicketLeverage(props: Props) {
  const t = useText('orders')
  const { form: ticket, change, facts, instrument } = props
  const draft = draftOf(ticket, instrument.listing)
  const preview = previewIn(ticket, draft, facts)
  const risk = draft && facts.preview && preview ? riskOf(draft, preview, facts.preview.feeTable) : null
  return (
    <div>
      <Segments
        label={t('leverage')}
        labelShown
        value={String(ticket.leverage)}
        onChange={(name) => change({ leverage: LEVERAGES[NAMES.indexOf(name)] ?? 1 })}
        options={NAMES.map((name) => ({ value: name, label: `${name}×` }))}
      />
      <Shortage {...props} draft={draft} />
      {draft && preview && risk && <Risk draft={draft} preview={preview} risk={risk} limited={draft.limit !== null} />}
    </div>
  )
}

/** The refusal of the leverage, with the two ways to mend it: fewer shares, or no leverage. */
function Shortage(props: Props & { draft: Draft | null }) {
  const { form: ticket, change, facts, draft } = props
  const t = useText('orders')
  const f = useFormats()
  const refusal = fieldRefusal(props.refusal, 'leverage')
  if (refusal === undefined) return <div role="alert" />
  const most = draft && facts.preview ? mostSharesFor(draft, facts.preview) : 0n
  const fewer = most > 0n && ticket.shares !== null && most < ticket.shares
  return (
    <div role="alert">
      <p className={styles.short}>{refusal}</p>
      <div className={form.mend}>
        {fewer && <Chip act label={t('putMax', { shares: f.count(most) })} onClick={() => change({ shares: most })} />}
        <Chip act label={t('putMax', { shares: '1×' })} onClick={() => change({ leverage: 1 })} />
      </div>
    </div>
  )
}

interface RiskProps {
  draft: Draft
  preview: Preview
  risk: LeverageRisk
  limited: boolean
}

/** The price at which the close-out would begin for this position alone, what is lost by then and at most, and a night. */
function Risk({ draft, preview, risk, limited }: RiskProps) {
  const t = useText('orders')
  const f = useFormats()
  const currency = currencyFor(draft.listing)
  const money = (units: bigint) => f.amount({ asset: currency, units })
  const fall = { fall: f.rate(risk.fallBps), loss: money(risk.loss), own: f.amount(ownPartOf(preview)) }
  return (
    <section className={styles.panel} aria-label={t('closeOutAlone')}>
      <dl className={styles.pair}>
        <div>
          <dt>{t('closeOutAlone')}</dt>
          <dd className={styles.loss}>{t('orLess', { price: f.price(risk.closeOut, currency) })}</dd>
        </div>
        <div>
          <dt>{t('eachNight')}</dt>
          <dd>{money(risk.night)}</dd>
        </div>
      </dl>
      <p>
        {f.sentences(
          t(limited ? 'fallFromLimit' : 'fallFromPrice', fall),
          t('wholeAccount', { total: f.amount(preview.total) }),
        )}
      </p>
    </section>
  )
}

/** A leverage after the words it belongs to: ` 2×`. Nothing without leverage. */
export const Times = ({ of }: { of: Leverage }) =>
  of > 1 ? (
    <>
      {' '}
      <span className={styles.times}>{of}×</span>
    </>
  ) : null
