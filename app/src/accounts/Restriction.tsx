import { readProfile } from '@lonja/core/accounts/accounts.contract'
import type { RestrictionLevel } from '@lonja/core/base/contract'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { Notice } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'

/**
 * The restriction of the own account in plain words: how far it goes, what still works, why and until when. A page that only
 * higher levels close shows it `from` that level on. One that the house has `refused` something for is a refusal itself.
 */
export function Restriction({ from = 1, refused = false }: { from?: RestrictionLevel; refused?: boolean }) {
  const t = useText('accounts')
  const f = useFormats()
  const restriction = useRestriction(from)
  if (!restriction) return null
  const { level, reason, untilAt } = restriction
  return (
    <Notice tone={refused ? 'loss' : 'warn'} title={t(`restricted_title_${level}`)}>
      <p>{t(`restricted_works_${level}`)}</p>
      <p>{t('restricted_until', { time: f.date(untilAt), reason: t(`restricted_reason_${reason}`) })}</p>
      <Button small look="text" label={t('restricted_write')} href={hrefTo('/subPackages/support/thread')} />
    </Notice>
  )
}

/** The restriction of the own account, if it goes as far as a level. */
export function useRestriction(from: RestrictionLevel) {
  const { data: profile } = useRead(readProfile, {}, { quiet: true })
  const restriction = profile?.restriction
  return restriction && restriction.level >= from ? restriction : null
}
