import { useDeferredValue, useRef, useState } from 'react'
import { NEWS_LISTINGS_MAX, listNews, type Origin, type Topic } from '@lonja/core/news/news.contract'
import { listWatches } from '@lonja/core/watchlist/watchlist.contract'
import { listPositions } from '@lonja/core/portfolio/portfolio.contract'
import type { ListingId } from '@lonja/core/base/amount'
import { byDay } from '@lonja/kit/days'
import { back, hrefTo, useQuery } from '@lonja/kit/nav'
import { useToday } from '@lonja/kit/now'
import { Chip, Chips } from '@lonja/kit/parts/Chip'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { DayHead } from '@lonja/kit/parts/DayHead'
import { List } from '@lonja/kit/parts/List'
import { MagnifyingGlassIcon, NewspaperIcon } from '@lonja/kit/parts/page-icons'
import { Screen } from '@lonja/kit/parts/Screen'
import { SearchForm } from '@lonja/kit/parts/SearchForm'
import { SkeletonCards } from '@lonja/kit/parts/SkeletonRows'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/pages'
import { refreshAll, useRead } from '@lonja/kit/reads'
import { useSession } from '@lonja/kit/session'
import { useText, type TextKey } from '@lonja/kit/text'
import { NewsCard } from './NewsCard.tsx'
import { isPractice } from './news.ts'
import styles from './news.module.css'

interface Filter {
  readonly text: TextKey<'news'>
  readonly origin?: Origin
  readonly topic?: Topic
  /** Only for the customer's own listings. */
  readonly own?: true
}

const FILTERS = {
  all: { text: 'all' },
  own: { text: 'own', own: true },
  market: { text: 'market', origin: 'market' },
  earnings: { text: 'earnings', topic: 'earnings' },
  move: { text: 'moves', topic: 'move' },
  index: { text: 'indices', topic: 'index' },
  house: { text: 'house', origin: 'house' },
  outside: { text: 'outside', origin: 'outside' },
} as const satisfies Record<string, Filter>
type FilterName = keyof typeof FILTERS

const REFETCH_MS = 60_000

/** News by day, filtered by origin and listing, and searched by words. Spec: /subPackages/news/list. */
export function NewsList() {
  const t = useText('news')
  const listing = useQuery().get('listing')
  const [filter, setFilter] = useState<FilterName>('all')
  const [words, setWords] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const searched = useDeferredValue(words?.trim() ?? '')
  const isSearching = words !== null
  return (
    <Screen
      {...(isSearching
        ? {
            header: (
              <SearchForm
                title={t('title')}
                label={t('search')}
                hint={t('searchHint')}
                words={words}
                input={input}
                names={{ clear: t('clear'), end: t('cancel') }}
                onWords={setWords}
                onDone={() => input.current?.blur()}
                onEnd={() => setWords(null)}
              />
            ),
          }
        : {
            title: t('title'),
            onBack: back,
            right: <IconButton icon={MagnifyingGlassIcon} label={t('search')} onClick={() => setWords('')} />,
          })}
      head={<Filters chosen={filter} onChoose={setFilter} />}
      onRefresh={refreshAll}
    >
      {filter === 'own' ? (
        <OwnNews words={searched} onAll={() => setFilter('all')} />
      ) : (
        <Found
          key={filter}
          filter={filter}
          words={searched}
          listings={listing === null ? null : [listing as ListingId]}
          {...(filter === 'all' ? {} : { onAll: () => setFilter('all') })}
        />
      )}
    </Screen>
  )
}

function Filters({ chosen, onChoose }: { chosen: FilterName; onChoose: (filter: FilterName) => void }) {
  const t = useText('news')
  const signedIn = useSession() !== null
  const names = (Object.keys(FILTERS) as FilterName[]).filter((name) => name !== 'own' || signedIn)
  const labelOf = (name: FilterName) =>
    name === 'market' && isPractice() ? t('practice') : t((FILTERS[name] as Filter).text)
  return (
    <Chips label={t('filters')}>
      {names.map((name) => (
        <Chip key={name} label={labelOf(name)} chosen={chosen === name} onClick={() => onChoose(name)} />
      ))}
    </Chips>
  )
}

/** News about listings that the customer watches or holds. */
function OwnNews({ words, onAll }: { words: string; onAll: () => void }) {
  const t = useText('news')
  const watched = useRead(listWatches, {}, { quiet: true })
  const held = useRead(listPositions, {}, { quiet: true })
  const error = watched.error ?? held.error
  if (error && !(watched.data && held.data)) {
    const retry = () => void Promise.all([watched.refetch(), held.refetch()])
    return <ErrorView title={t('failed')} text={error.msg} onRetry={retry} />
  }
  if (!watched.data || !held.data) return <SkeletonCards marked byDay />
  const ownListings = [...held.data.rows, ...watched.data.rows].map(({ listing }) => listing)
  const listings = [...new Set(ownListings)].slice(0, NEWS_LISTINGS_MAX)
  if (listings.length === 0) {
    return (
      <Empty
        icon={NewspaperIcon}
        text={t('noOwn')}
        why={t('noOwnWhy')}
        action={t('findSome')}
        href={hrefTo('/subPackages/discover/search')}
      />
    )
  }
  return <Found filter="own" words={words} listings={listings} onAll={onAll} />
}

/** `onAll`: removes the filter that has no results. */
function Found(props: {
  filter: FilterName
  words: string
  listings: readonly ListingId[] | null
  onAll?: () => void
}) {
  const { words, listings, onAll } = props
  const t = useText('news')
  const { origin, topic }: Filter = FILTERS[props.filter]
  const list = usePages(
    listNews,
    {
      ...(origin ? { origin } : {}),
      ...(topic ? { topic } : {}),
      ...(words === '' ? {} : { words }),
      ...(listings === null ? {} : { listings: [...listings] }),
    },
    { quiet: true, refetchMs: REFETCH_MS },
  )
  const today = useToday()
  const rows = list.pages.flatMap((page) => page.rows)
  const isFound = words !== ''
  const all = onAll ? { action: t('seeAll'), onAction: onAll } : {}
  return (
    <>
      {isFound && !list.isPending && (
        <p role="status" className="said">
          {t('found', { count: rows.length })}
        </p>
      )}
      <List
        label={t('title')}
        items={list.isPending ? undefined : byDay(rows, today)}
        keyOf={(row) => ('head' in row ? row.head : row.item.id)}
        waiting={<SkeletonCards marked byDay />}
        measured
        rowHeight={96}
        row={(row, index) => ('head' in row ? <DayHead of={row} /> : <NewsCard of={row.item} lead={index === 1} />)}
        empty={
          isFound ? (
            <Empty icon={MagnifyingGlassIcon} text={t('nothingFound', { words })} {...all} />
          ) : (
            <Empty icon={NewspaperIcon} text={t('none')} why={t('noneWhy')} {...all} />
          )
        }
        error={
          list.error && list.pages.length === 0 ? (
            <ErrorView title={t('failed')} text={list.error.msg} onRetry={() => void list.refetch()} />
          ) : undefined
        }
        onEnd={list.hasMore ? list.more : undefined}
        loadingMore={list.isFetchingMore}
        end={<p className={styles.end}>{t('end')}</p>}
      />
    </>
  )
}
