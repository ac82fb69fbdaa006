import { tickerOf } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { openBlockOffer } from '@lonja/core/blocks/blocks.staff.contract'
import { useFormats } from '@lonja/kit/formats'
import { DefinitionRows, type Definition } from '@lonja/kit/parts/DefinitionRows'
import { useText } from '@lonja/kit/text'

type Terms = Pick<
  ReplyOf<typeof openBlockOffer>,
  'company' | 'listing' | 'discountBps' | 'shares' | 'least' | 'most' | 'lockDays' | 'endsAt' | 'termsHash'
>

/** The frozen terms of a block offer, line by line. */
export function OfferTerms({ offer, more = [] }: { offer: Terms; more?: readonly Definition[] }) {
  const t = useText('blocks')
  const f = useFormats()
  const { company, listing, discountBps, shares, least, most, lockDays, endsAt, termsHash } = offer
  return (
    <DefinitionRows
      tight
      rows={[
        { label: t('listing'), note: company, value: tickerOf(listing) },
        { label: t('discount'), value: f.rate(BigInt(discountBps)) },
        { label: t('size'), value: f.count(shares) },
        ...more,
        { label: t('least'), value: f.count(least) },
        { label: t('most'), value: f.count(most) },
        { label: t('lock'), value: t('lockDays', { count: BigInt(lockDays) }) },
        { label: t('ends'), value: f.date(endsAt) },
        { label: t('hash'), value: termsHash, long: true },
      ]}
    />
  )
}
