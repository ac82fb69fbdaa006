import { eur } from '@lonja/core/base/amount'
import { useFormats } from '@lonja/kit/formats'
import { useText } from '@lonja/kit/text'
import type { Ways } from './deposit.ts'

/** The deposit limit for now and for 24 hours, and the way to raise it. */
export function DepositLimit({ of: { most, left, verified } }: { of: Ways['limit'] }) {
  const t = useText('deposits')
  const f = useFormats()
  const now =
    left === most
      ? t('limitWhole', { most: f.amount(eur(most)) })
      : t('limit', { left: f.amount(eur(left)), most: f.amount(eur(most)) })
  return f.sentences(now, !verified && t('limitBefore'))
}
