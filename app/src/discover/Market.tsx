import { useState } from 'react'
import { replacePage, goTo, hrefTo, urlTo, useQuery } from '@lonja/kit/nav'
import { MagnifyingGlassIcon, SlidersHorizontalIcon, XIcon } from '@lonja/kit/parts/page-icons'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { Screen } from '@lonja/kit/parts/Screen'
import { Segments } from '@lonja/kit/parts/Segments'
import { Tabs } from '@lonja/kit/parts/Tabs'
import { refreshAll } from '@lonja/kit/reads'
import { useSession } from '@lonja/kit/session'
import { useText } from '@lonja/kit/text'
import { useMarketNames } from '../market/names.ts'
import { MARKET_TABS, choiceFor, isList, orderOf, queryOf, type Choice, type Where } from './choice.ts'
import { EarningsList } from './Earnings.tsx'
import { IndexCards } from './IndexCards.tsx'
import { MarketFilters } from './MarketFilters.tsx'
import { MarketRows, WatchedRows } from './MarketRows.tsx'
import { productsHere } from './products.ts'
import styles from './discover.module.css'

type Region = 'all' | 'spain' | 'unitedStates'

/**
 * The market: instruments by venue, sector and list, sorted by any column, live while in sight. The address holds the
 * choice.
 */
export function Market() {
  const t = useText('discover')
  const { choice, choose } = useChoice()
  const { where, list } = choice
  const session = useSession()
  return (
    <Screen onRefresh={refreshAll} header={<Head choice={choice} onChoose={choose} />}>
      <IndexCards {...(where === 'all' ? {} : { venue: where })} />
      {session && <Products />}
      <Tabs
        label={t('lists')}
        sticky
        value={list}
        onChange={(next) => choose({ list: next, sort: orderOf(next) })}
        tabs={MARKET_TABS.map((value) => ({ value, label: t(value) }))}
      >
        {isList(list) ? (
          <MarketRows key={list} list={list} choice={choice} onChoose={choose} />
        ) : list === 'watched' ? (
          <WatchedRows choice={choice} onChoose={choose} />
        ) : (
          <EarningsList choice={choice} />
        )}
      </Tabs>
    </Screen>
  )
}

/** The current choice, and a setter that replaces the page's address, so that Back leaves the page. */
function useChoice() {
  const query = useQuery()
  const search = query.toString()
  const [choice, setChoice] = useState(() => choiceFor(query))
  const [followed, setFollowed] = useState(search)
  if (search !== followed) {
    setFollowed(search)
    // A link to the market with a query asks for that list; the tab bar returns to the page as it was.
    if (search !== '') setChoice(choiceFor(query))
  }
  const choose = (change: Partial<Choice>): void => {
    const next = { ...choice, ...change }
    setChoice(next)
    replacePage(urlTo('/pages/market/index', queryOf(next)))
  }
  return { choice, choose }
}

interface ChoiceProps {
  readonly choice: Choice
  readonly onChoose: (change: Partial<Choice>) => void
}

/** The products, in one line that moves sideways: the list below is why one comes here. */
function Products() {
  const t = useText('discover')
  const products = productsHere()
  if (products.length === 0) return null
  return (
    <nav className={styles.products} aria-label={t('entries')}>
      {products.map(([, path, title, , Shape]) => (
        <a key={path} href={hrefTo(path)}>
          <Shape size={18} />
          {t(title)}
        </a>
      ))}
    </nav>
  )
}

/** The market's name, the search link, and the filters. */
function Head({ choice, onChoose }: ChoiceProps) {
  const t = useText('discover')
  const [filtering, setFiltering] = useState(false)
  const { where } = choice
  const region: Region = where === 'all' ? 'all' : where === 'XMAD' ? 'spain' : 'unitedStates'
  return (
    <>
      <div className={styles.head}>
        <h1 className="said" tabIndex={-1}>
          {t('market')}
        </h1>
        <Segments
          label={t('venue')}
          value={region}
          onChange={(next) => onChoose({ where: next === 'spain' ? 'XMAD' : next === 'all' ? 'all' : 'us' })}
          options={[
            { value: 'all', label: t('everywhere') },
            { value: 'spain', label: t('spain') },
            { value: 'unitedStates', label: t('unitedStates') },
          ]}
        />
        <span className={styles.acts}>
          <IconButton
            icon={MagnifyingGlassIcon}
            label={t('searchTitle')}
            onClick={() => goTo('/subPackages/discover/search')}
          />
          <IconButton icon={SlidersHorizontalIcon} label={t('filters')} onClick={() => setFiltering(true)} />
        </span>
      </div>
      <Narrowed choice={choice} onChoose={onChoose} />
      {filtering && <MarketFilters choice={choice} onChoose={onChoose} onClose={() => setFiltering(false)} />}
    </>
  )
}

const REGION: readonly Where[] = ['all', 'us', 'XMAD']

/** The filters beyond the country, each with a button to remove it. */
function Narrowed({ choice: { where, sector }, onChoose }: ChoiceProps) {
  const t = useText('discover')
  const names = useMarketNames()
  const isVenue = where !== 'all' && where !== 'us' && !REGION.includes(where)
  if (!isVenue && sector === null) return null
  return (
    <div className={styles.narrowed} role="group" aria-label={t('filters')}>
      {isVenue && <Filter label={names.shortVenue(where)} onOff={() => onChoose({ where: 'us' })} />}
      {sector !== null && <Filter label={names.sector(sector)} onOff={() => onChoose({ sector: null })} />}
    </div>
  )
}

function Filter({ label, onOff }: { label: string; onOff: () => void }) {
  const t = useText('discover')
  return (
    <button type="button" className={styles.filter} aria-label={t('withoutFilter', { filter: label })} onClick={onOff}>
      {label}
      <XIcon size={14} />
    </button>
  )
}
