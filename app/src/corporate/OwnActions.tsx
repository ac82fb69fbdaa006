import type { ListingId } from '@lonja/core/base/amount'
import { listOwnActions } from '@lonja/core/corporate/corporate.contract'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { Notice } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { useActionName } from './words.ts'

/** The actions that changed the customer's lots of a listing or paid on them, each with a link to its record. */
export function OwnActions({ listing }: { listing: ListingId }) {
  const t = useText('corporate')
  const f = useFormats()
  const nameOf = useActionName()
  const { data } = useRead(listOwnActions, { listing })
  const rows = data?.rows.filter(({ own }) => own.sharesBefore > 0n) ?? []
  return rows.map(({ action, own }) => (
    <Notice key={action.id} tone="ground" icon={null} title={`${nameOf(action)} · ${f.date(own.at)}`}>
      {action.kind === 'split' && (
        <p>{t('became', { before: f.count(own.sharesBefore), after: f.count(own.sharesAfter) })}</p>
      )}
      {action.kind === 'dividend' && (
        <p>{t('netIs', { amount: f.amount({ asset: action.currency, units: own.net }) })}</p>
      )}
      <Button small look="text" label={t('open')} href={hrefTo('/subPackages/corporate/action', { id: action.id })} />
    </Notice>
  ))
}
