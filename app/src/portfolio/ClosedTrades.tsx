import { useState } from 'react'
import { listClosed } from '@lonja/core/portfolio/closed.contract'
import { goTo, replacePage, useQuery } from '@lonja/kit/nav'
import { List } from '@lonja/kit/parts/List'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/pages'
import { useText } from '@lonja/kit/text'
import {
  ALL_CLOSED,
  closedChoiceFor,
  closedFilterOf,
  closedUrl,
  isClosedNarrowed,
  type ClosedChoice,
} from './closed.ts'
import { ClosedFilters, useClosedWords } from './ClosedFilters.tsx'
import { ClosedTotals } from './ClosedTotals.tsx'
import { ClosedTrade, type ClosedRow } from './ClosedTrade.tsx'

const keyOf = ({ order, lot }: ClosedRow): string => `${order} ${lot}`

/** Closed lots, newest first, with result and return, narrowed by filters, and their totals. One is open at a time. */
export function ClosedTrades() {
  const t = useText('portfolio')
  const [choice, choose] = useClosedChoice()
  const [open, setOpen] = useState<string | null>(null)
  const closed = usePages(listClosed, { ...closedFilterOf(choice), limit: 30 }, { keep: true })
  const rows = closed.isPending ? undefined : closed.pages.flatMap((page) => page.rows)
  return (
    <>
      <ClosedFilters choice={choice} choose={choose} />
      <ClosedTotals choice={choice} />
      <List
        label={t('closed')}
        items={rows}
        keyOf={keyOf}
        empty={<Nothing choice={choice} choose={choose} />}
        {...(closed.error && !rows?.length
          ? {
              error: (
                <ErrorView
                  title={t('loadFailedClosed')}
                  text={t('nothingChanged', { why: closed.error.msg })}
                  onRetry={() => void closed.refetch()}
                />
              ),
            }
          : {})}
        onEnd={closed.hasMore ? closed.more : undefined}
        loadingMore={closed.isFetchingMore}
        measured
        row={(trade) => {
          const key = keyOf(trade)
          return <ClosedTrade trade={trade} open={open === key} onTap={() => setOpen(open === key ? null : key)} />
        }}
      />
    </>
  )
}

/** The filter in the address, and a setter that replaces it, so that Back leaves the page. */
function useClosedChoice(): [ClosedChoice, (change: Partial<ClosedChoice>) => void] {
  const query = useQuery()
  const search = query.toString()
  const [choice, setChoice] = useState(() => closedChoiceFor(query))
  const [followed, setFollowed] = useState(search)
  if (search !== followed) {
    setFollowed(search)
    // The tab bar returns to the page as it was; a link to it names a tab.
    if (search !== '') setChoice(closedChoiceFor(query))
  }
  const choose = (change: Partial<ClosedChoice>): void => {
    const next = { ...choice, ...change }
    setChoice(next)
    replacePage(closedUrl(next))
  }
  return [choice, choose]
}

/** An empty list: it names the filters, which can be removed together; without any there is the market. */
function Nothing({ choice, choose }: { choice: ClosedChoice; choose: (change: Partial<ClosedChoice>) => void }) {
  const t = useText('portfolio')
  const words = useClosedWords(choice)
  if (!isClosedNarrowed(choice))
    return <Empty text={t('noClosed')} action={t('seeMarket')} onAction={() => goTo('/pages/market/index')} />
  const why = words.map(({ label }) => label).join(' · ')
  return <Empty text={t('closedNone')} why={why} action={t('showAll')} onAction={() => choose(ALL_CLOSED)} />
}
