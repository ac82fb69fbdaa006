import type { ReactNode } from 'react'
import type { readAbout } from '@lonja/core/proof/proof.contract'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { ErrorView } from '@lonja/kit/parts/states'
import type { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import type { About } from './FactList.tsx'

/** A label and its text, once for each fact. */
const FACTS = Array.from({ length: 12 }, (_fact, n): [string, number] => (n % 2 === 0 ? ['34%', 12] : ['78%', 16]))

/** Shows the house's facts once they are loaded; before that the placeholder or the error. */
export function WhenRead(props: {
  about: ReturnType<typeof useRead<typeof readAbout>>
  children: (about: About) => ReactNode
}) {
  const { about, children } = props
  const t = useText('about')
  if (about.data) return children(about.data)
  if (!about.error) return <SkeletonBlocks of={FACTS} />
  return <ErrorView title={t('failed')} text={about.error.msg} onRetry={() => void about.refetch()} />
}
