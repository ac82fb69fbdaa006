import type { ReplyOf } from '@lonja/core/base/contract'
import { blockOfferReview } from '@lonja/core/blocks/blocks.review'
import { decideBlockOffer, openBlockOffer } from '@lonja/core/blocks/blocks.staff.contract'
import { useFormats } from '@lonja/kit/formats'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { useText } from '@lonja/kit/text'
import { Card, Cards } from '../review/Card.tsx'
import { ReviewPage } from '../review/ReviewPage.tsx'
import { roleNames } from '../staff/roles.ts'
import { OfferTerms } from './OfferTerms.tsx'
import { ProposeOffer } from './ProposeOffer.tsx'

type Offer = ReplyOf<typeof openBlockOffer>

/** Block offers that one seat proposes, with terms that another reads and publishes as they are. */
export function BlockOffers() {
  const t = useText('blocks')
  return (
    <ReviewPage
      kind={blockOfferReview}
      title={t('offersTitle')}
      above={<ProposeOffer />}
      open={openBlockOffer}
      decide={decideBlockOffer}
      stateIn={(state) => t(`state_${state}`)}
      head={({ company, number, at }) => ({ what: company, number, at })}
      then={({ number }, opinion) => [
        { label: t(opinion === 'approve' ? 'thenPublished' : 'thenNothing'), value: number },
      ]}
      evidence={(offer) => <Evidence offer={offer} />}
    />
  )
}

function Evidence({ offer }: { offer: Offer }) {
  const t = useText('blocks')
  const s = useText('staff')
  const f = useFormats()
  const { ask, price, currency, proposedBy } = offer
  const seat = s('seatAndRole', { number: String(proposedBy.number), role: roleNames(s, f, [proposedBy.role]) })
  return (
    <Cards>
      <Card title={t('terms')}>
        <small>{t('termsFrozen')}</small>
        <OfferTerms offer={offer} />
      </Card>
      <Card title={t('market')}>
        <DefinitionRows
          tight
          rows={[
            { label: t('market'), value: f.price(ask, currency) },
            { label: t('priceNow'), value: f.price(price, currency) },
            { label: t('proposedBy'), value: seat },
          ]}
        />
      </Card>
    </Cards>
  )
}
