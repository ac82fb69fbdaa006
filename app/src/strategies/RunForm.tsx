import { isListing } from '@lonja/core/base/amount'
import { listStrategies, readBacktest } from '@lonja/core/strategies/strategies.contract'
import { back, hrefTo, useQuery } from '@lonja/kit/nav'
import { Section } from '@lonja/kit/parts/blocks'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { OwnRunForm } from './own/OwnRunForm.tsx'
import { FORM_WAITING } from './run.ts'
import { RunFields } from './RunFields.tsx'
import { INTRADAY } from './strategy.ts'
import { SwitchedOff } from './SwitchedOff.tsx'
import { FIRST_TERMS } from './terms.ts'

/** Assign an amount to a strategy, of the house or an own one; with `test` the form begins with the terms of a backtest. */
export function RunForm() {
  const t = useText('strategies')
  const query = useQuery()
  const test = query.get('test')
  const facts = useRead(listStrategies, {})
  const earlier = useRead(readBacktest, { id: test ?? '' }, { enabled: test !== null, quiet: true })
  const id = earlier.data?.strategy ?? query.get('strategy')
  const strategy = facts.data?.strategies.find((each) => each.id === id)
  const isReady = test === null || earlier.data !== undefined || earlier.error !== null
  const own = earlier.data ? (earlier.data.own?.id ?? null) : query.get('own')
  if (facts.data && isReady && !facts.data.runs.off) {
    const listing = query.get('listing')
    const first = earlier.data ?? { ...FIRST_TERMS, listing: isListing(listing) ? listing : null }
    if (own !== null) {
      const version = earlier.data?.version ?? (Number(query.get('version')) || null)
      return <OwnRunForm own={own} version={version} facts={facts.data} first={first} />
    }
    if (strategy) return <RunFields strategy={{ ...strategy, own: null }} facts={facts.data} first={first} />
  }
  return (
    <Screen title={t('applyTitle')} onBack={back}>
      {facts.data?.runs.off ? (
        <Section>
          <SwitchedOff />
        </Section>
      ) : facts.data && isReady ? (
        <Empty text={t('unknown')} action={t('seeAll')} href={hrefTo(INTRADAY)} />
      ) : facts.error ? (
        <ErrorView title={t('formFailed')} text={facts.error.msg} onRetry={() => void facts.refetch()} />
      ) : (
        <SkeletonBlocks of={FORM_WAITING} />
      )}
    </Screen>
  )
}
