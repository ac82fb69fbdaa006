import { tickerOf, wholeShares } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { blockReview } from '@lonja/core/blocks/blocks.review'
import { decideBlock, openBlock } from '@lonja/core/blocks/blocks.staff.contract'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Stepper } from '@lonja/kit/parts/Stepper'
import { useText, type Say } from '@lonja/kit/text'
import { Card, Cards } from '../review/Card.tsx'
import { ReviewPage, type More } from '../review/ReviewPage.tsx'
import { OfferTerms } from './OfferTerms.tsx'

type Application = ReplyOf<typeof openBlock>

/** Waiting applications for blocks: the customer, what is asked for, the terms of the offer, and the decision beside them. */
export function Blocks() {
  const t = useText('blocks')
  const f = useFormats()
  return (
    <ReviewPage
      kind={blockReview}
      title={t('title')}
      open={openBlock}
      decide={decideBlock}
      stateIn={(state) => t(`state_${state}`)}
      head={({ asked, listing, number, at }) => ({
        what: t('what', { count: f.count(asked), ticker: tickerOf(listing) }),
        number,
        at,
      })}
      then={({ held, priceAfter, offered }, opinion) => [
        opinion === 'refuse'
          ? { label: t('thenFree'), value: f.amount(held) }
          : offered
            ? { label: t('thenOffered'), value: f.count(offered.units) }
            : { label: t('thenPriced'), value: f.date(priceAfter) },
      ]}
      evidence={(application) => <Evidence application={application} />}
      more={fewerIn(t, f)}
    />
  )
}

/** The reason with which fewer shares than asked for are approved. */
const FOR_FEWER = 'fewer_left'

/** The most shares that can be approved for that reason: fewer than asked for, and no more than are left. */
const mostOf = ({ asked, left }: Application): bigint => (left < asked ? left : asked - 1n)

/** For an approval of fewer shares: how many are offered to the customer, who then accepts them or not. */
const fewerIn = (t: Say<'blocks'>, f: Formats): More<Application, bigint> => ({
  draw: ({ shown, opinion, reason, value, onChange }) =>
    opinion === 'approve' && reason === FOR_FEWER ? <Fewer shown={shown} value={value} onChange={onChange} /> : null,
  input: (shown, { opinion, reason }, value) =>
    opinion === 'approve' && reason === FOR_FEWER
      ? { less: { asset: shown.listing, units: value ?? mostOf(shown) } }
      : {},
  instead: (shown, reason, value) => {
    if (reason !== FOR_FEWER) return null
    const count = f.count(value ?? mostOf(shown))
    return {
      what: t('what', { count, ticker: tickerOf(shown.listing) }),
      follows: [{ label: t('thenOffered'), value: count }],
    }
  },
})

function Fewer(props: { shown: Application; value: bigint | null; onChange: (value: bigint) => void }) {
  const { shown, value, onChange } = props
  const t = useText('blocks')
  const f = useFormats()
  const [least, most] = [f.count(shown.least), f.count(mostOf(shown))]
  return (
    <Stepper
      label={t('fewer')}
      labelRight={t('fewerHint', { least, most })}
      value={value ?? mostOf(shown)}
      onChange={(units) => onChange(units ?? 0n)}
      min={shown.least}
      max={mostOf(shown)}
    />
  )
}

function Evidence({ application }: { application: Application }) {
  const t = useText('blocks')
  const f = useFormats()
  const { customer, asked, cap, currency, held, left, own, waiting, offerNumber, ask, price, priceAfter } = application
  return (
    <Cards>
      <Card title={t('customer')}>
        <strong>{customer.name ?? customer.phone}</strong>
        <small>{t('joined', { day: f.dayBeside(customer.joinedAt) })}</small>
        <DefinitionRows tight rows={[{ label: t('own'), value: f.count(wholeShares(own)) }]} />
      </Card>
      <Card title={t('asked')}>
        <DefinitionRows
          tight
          rows={[
            { label: t('shares'), value: f.count(asked) },
            { label: t('cap'), value: f.price(cap, currency) },
            { label: t('held'), value: f.amount(held) },
            { label: t('market'), value: f.price(ask, currency) },
            { label: t('priceNow'), value: f.price(price, currency) },
            { label: t('priceAfter'), value: f.date(priceAfter) },
          ]}
        />
      </Card>
      <Card title={t('offer', { number: offerNumber })}>
        <OfferTerms
          offer={application}
          more={[
            { label: t('left'), value: f.count(left) },
            { label: t('waiting'), value: f.count(waiting) },
          ]}
        />
      </Card>
    </Cards>
  )
}
