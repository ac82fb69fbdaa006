import { useFormats } from '@lonja/kit/formats'
import { useText } from '@lonja/kit/text'
import type { About } from './FactList.tsx'
import { Hash } from './Hash.tsx'

interface ChainEndsProps {
  chains: NonNullable<About['seeds']>['chains']
  whole?: boolean
}

/**
 * The published ends of the chains of day seeds: the opening's chain, and the chains for the days after it runs out.
 */
export function ChainEnds({ chains, whole = false }: ChainEndsProps) {
  const t = useText('about')
  const f = useFormats()
  return chains.map(({ firstDay, end }, n) => {
    const since = f.dayBeside(Date.parse(`${firstDay}T12:00:00Z`))
    return <Hash key={firstDay} whole={whole} label={n === 0 ? t('chainEnd') : t('chainNext', { since })} hash={end} />
  })
}
