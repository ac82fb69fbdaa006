import { useState } from 'react'
import {
  APPLICATION_MARKETS,
  APPLICATION_STATUSES,
  listApplications,
  type ApplicationMarket,
  type ApplicationStatus,
} from '@lonja/core/applications/applications.contract'
import type { ReplyOf } from '@lonja/core/base/contract'
import { isOff } from '@lonja/kit/first'
import { useFormats } from '@lonja/kit/formats'
import { back, hrefTo, replacePage, urlTo, useQuery } from '@lonja/kit/nav'
import { Chip, Chips, StatusChip } from '@lonja/kit/parts/Chip'
import { List } from '@lonja/kit/parts/List'
import { ReceiptIcon } from '@lonja/kit/parts/late-icons'
import { Row } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/pages'
import { refreshAll } from '@lonja/kit/reads'
import { useText, type TextKey } from '@lonja/kit/text'
import { BLOCKS, BLOCK_TONES } from '../blocks/block.ts'
import { APPLICATION_SAID, DETAIL, OFFERS, RECORDS } from '../ipo/offer.ts'
import styles from './applications.module.css'

type Application = ReplyOf<typeof listApplications>['rows'][number]

const STATUS_SAID: Readonly<Record<ApplicationStatus, TextKey<'applications'>>> = {
  running: 'running',
  refused: 'refused',
  finished: 'finished',
}
const MARKET_SAID: Readonly<Record<ApplicationMarket, TextKey<'applications'>>> = { spanish: 'spanish', us: 'american' }

interface Filter {
  readonly status: ApplicationStatus | null
  readonly market: ApplicationMarket | null
}

const ALL: Filter = { status: null, market: null }

/** The filter in the address, and a setter that replaces it, so that Back leaves the page. */
function useFilter(): [Filter, (change: Partial<Filter>) => void] {
  const query = useQuery()
  const [filter, setFilter] = useState<Filter>({
    status: APPLICATION_STATUSES.find((status) => status === query.get('status')) ?? null,
    market: APPLICATION_MARKETS.find((market) => market === query.get('market')) ?? null,
  })
  const choose = (change: Partial<Filter>): void => {
    const next = { ...filter, ...change }
    setFilter(next)
    replacePage(urlTo(RECORDS, inputOf(next)))
  }
  return [filter, choose]
}

const inputOf = ({ status, market }: Filter) => ({ ...(status ? { status } : {}), ...(market ? { market } : {}) })

/** The customer's applications for shares, newest first, each with its status. */
export function Applications() {
  const t = useText('applications')
  const [filter, choose] = useFilter()
  const list = usePages(listApplications, inputOf(filter), { keep: true })
  const { pages, error, refetch, isPending, more, hasMore, isFetchingMore } = list
  const isNarrowed = filter.status !== null || filter.market !== null
  return (
    <Screen title={t('title')} onBack={back} onRefresh={refreshAll} head={<Filters filter={filter} choose={choose} />}>
      <List
        label={t('title')}
        items={isPending ? undefined : pages.flatMap(({ rows }) => rows)}
        keyOf={({ id }) => id}
        row={(application) => <ApplicationRow of={application} />}
        measured
        onEnd={hasMore ? more : undefined}
        loadingMore={isFetchingMore}
        empty={
          isNarrowed ? <Empty text={t('noneOfThese')} action={t('showAll')} onAction={() => choose(ALL)} /> : <None />
        }
        error={
          pages.length === 0 && error ? (
            <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />
          ) : undefined
        }
      />
    </Screen>
  )
}

function None() {
  const t = useText('applications')
  const ipo = useText('ipo')
  return (
    <Empty
      icon={ReceiptIcon}
      text={t('none')}
      why={t('noneWhy')}
      action={isOff('ipo') ? undefined : ipo('seeAll')}
      href={hrefTo(OFFERS)}
    />
  )
}

/** The statuses, of which one is chosen, and the markets, of which one may be. */
function Filters({ filter, choose }: { filter: Filter; choose: (change: Partial<Filter>) => void }) {
  const t = useText('applications')
  const { status, market } = filter
  return (
    <Chips label={t('filters')}>
      <Chip label={t('all')} chosen={status === null && market === null} onClick={() => choose(ALL)} />
      {APPLICATION_STATUSES.map((each) => (
        <Chip
          key={each}
          label={t(STATUS_SAID[each])}
          chosen={status === each}
          onClick={() => choose({ status: status === each ? null : each })}
        />
      ))}
      {APPLICATION_MARKETS.map((each) => (
        <Chip
          key={each}
          label={t(MARKET_SAID[each])}
          chosen={market === each}
          onClick={() => choose({ market: market === each ? null : each })}
        />
      ))}
    </Chips>
  )
}

function ApplicationRow({ of }: { of: Application }) {
  const t = useText('applications')
  const f = useFormats()
  const product = useProduct()
  const { name, chip, href } = product(of)
  return (
    <Row
      title={of.company}
      wraps
      caption={
        <>
          <span className={styles.line}>{`${name} · ${t(MARKET_SAID[of.market])}`}</span>
          <span className={styles.line}>{`${f.date(of.at)} · ${t(STATUS_SAID[of.status])}`}</span>
          <span className={styles.line}>{of.number}</span>
        </>
      }
      value={f.amount(of.amount)}
      valueCaption={chip}
      href={href}
    />
  )
}

/** By the product of an application: its name, the state in that product's words, and the page that tells the rest. */
function useProduct() {
  const ipo = useText('ipo')
  const blocks = useText('blocks')
  const t = useText('applications')
  return (of: Application) => {
    if (of.kind === 'block') {
      const chip = <StatusChip tone={BLOCK_TONES[of.state]} label={blocks(`state_${of.state}`)} />
      return { name: t('block'), chip, href: hrefTo(BLOCKS, { id: of.id }) }
    }
    const { key, tone } = APPLICATION_SAID[of.state]
    return {
      name: ipo('one'),
      chip: <StatusChip tone={tone} label={ipo(key)} />,
      href: hrefTo(DETAIL, { id: of.offer }),
    }
  }
}
