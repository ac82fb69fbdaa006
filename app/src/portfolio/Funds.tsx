import { GROUPS } from '@lonja/core/lists'
import { isOff } from '@lonja/kit/first'
import { back, goTo, hrefTo, replaceQuery, useQuery } from '@lonja/kit/nav'
import { useToday } from '@lonja/kit/now'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { DownloadSimpleIcon } from '@lonja/kit/parts/late-icons'
import { Screen } from '@lonja/kit/parts/Screen'
import { Empty } from '@lonja/kit/parts/states'
import { refreshAll } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { STATEMENTS } from './figures.ts'
import { FundEntries } from './FundEntries.tsx'
import { FundEvents } from './FundEvents.tsx'
import { changed, choiceFor, queryOf, showsEntries, type FundsChoice } from './funds.ts'

/** Funds details: a balance, and what moved it: one row for each event, or each of its entries. */
export function Funds() {
  const t = useText('portfolio')
  const choice = choiceFor(useQuery())
  const choose = (change: Partial<FundsChoice>): void => replaceQuery(queryOf(changed(choice, change)))
  const now = useToday()
  const chosen = { choice, choose, now, empty: <Nothing choice={choice} choose={choose} /> }
  return (
    <Screen
      title={t('funds')}
      onBack={back}
      onRefresh={refreshAll}
      right={<IconButton icon={DownloadSimpleIcon} label={t('statements')} onClick={() => goTo(STATEMENTS)} />}
    >
      {showsEntries(choice) ? <FundEntries {...chosen} /> : <FundEvents {...chosen} />}
    </Screen>
  )
}

/** An empty list: a filter can be removed; a balance without entries links to a first step. */
function Nothing({ choice, choose }: { choice: FundsChoice; choose: (change: Partial<FundsChoice>) => void }) {
  const t = useText('portfolio')
  const { records, kind, span, cause, held } = choice
  if (held || kind !== null || span !== null || cause !== null) {
    const all = () => choose({ records: null, kind: null, span: null, held: false })
    return <Empty text={t('noEntries')} action={t('showAll')} onAction={all} />
  }
  if (records === null) {
    return (
      <Empty
        text={t('emptyFunds')}
        why={t('emptyFundsWhy')}
        action={t('deposit')}
        href={hrefTo(GROUPS.deposits.first)}
      />
    )
  }
  const { first } = GROUPS[records]
  // The group of a product has its name.
  const action = isOff(records) ? undefined : t(`first_${records}`)
  return <Empty text={t(`empty_${records}`)} action={action} href={hrefTo(first)} />
}
