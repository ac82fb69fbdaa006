import { useFormats } from '@lonja/kit/formats'
import { CopiedHash } from '@lonja/kit/parts/CopiedHash'
import { useText } from '@lonja/kit/text'
import type { About } from './FactList.tsx'

interface ChainEndsProps {
  chains: NonNullable<About['seeds']>['chains']
}

/**
 * The published ends of the chains of day seeds: the opening's chain, and the chains for the days after it runs out.
 */
export function ChainEnds({ chains }: ChainEndsProps) {
  const t = useText('about')
  const f = useFormats()
  return chains.map(({ firstDay, end }, n) => {
    const since = f.dayBeside(Date.parse(`${firstDay}T12:00:00Z`))
    return <CopiedHash key={firstDay} label={n === 0 ? t('chainEnd') : t('chainNext', { since })} hash={end} />
  })
}
