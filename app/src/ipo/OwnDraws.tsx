import { currencyFor } from '@lonja/core/base/amount'
import { listOwnApplications } from '@lonja/core/ipo/ipo.contract'
import { isOff } from '@lonja/kit/first'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { List } from '@lonja/kit/parts/List'
import { Row } from '@lonja/kit/parts/Row'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/pages'
import { useText } from '@lonja/kit/text'
import { useMarketNames } from '../market/names.ts'
import { APPLICATION_SAID, DETAIL, OFFERS, type OwnApplication } from './offer.ts'

const WORDS = {
  inventory: { label: 'inventory', none: 'noInventory', why: 'noInventoryWhy' },
  lottery: { label: 'lottery', none: 'noLottery', why: 'noLotteryWhy' },
} as const

/**
 * The customer's draws in the trading centre. `lottery` has every one that is over, `inventory` the won shares that do not
 * trade yet.
 */
export function OwnDraws({ which }: { which: 'inventory' | 'lottery' }) {
  const t = useText('ipo')
  const words = WORDS[which]
  const list = usePages(listOwnApplications, { which })
  const { pages, error, isPending, refetch, hasMore, more, isFetchingMore } = list
  return (
    <List
      label={t(words.label)}
      items={isPending ? undefined : pages.flatMap(({ rows }) => rows)}
      keyOf={({ id }) => id}
      measured
      row={(own) => (which === 'inventory' ? <WonShares own={own} /> : <Draw own={own} />)}
      onEnd={hasMore ? more : undefined}
      loadingMore={isFetchingMore}
      empty={
        <Empty
          text={t(words.none)}
          why={t(words.why)}
          action={isOff('ipo') ? undefined : t('seeAll')}
          href={hrefTo(OFFERS)}
        />
      }
      error={
        pages.length === 0 && error ? (
          <ErrorView title={t('failedRecords')} text={error.msg} onRetry={() => void refetch()} />
        ) : undefined
      }
    />
  )
}

/** Won shares at what they cost. They have no price before their company trades. */
function WonShares({ own }: { own: OwnApplication }) {
  const t = useText('ipo')
  const f = useFormats()
  const names = useMarketNames()
  const { result, price, listing } = own
  if (!result) return null
  return (
    <Row
      title={own.company}
      wraps
      caption={`${names.caption(listing)} · ${f.count(result.won)} × ${f.price(price, currencyFor(listing))}`}
      value={f.amount(result.payable)}
      valueCaption={`${t('listsOn', { date: f.shortDay(own.lists) })} · ${t('noMarket')}`}
      href={hrefTo(DETAIL, { id: own.offer })}
    />
  )
}

function Draw({ own }: { own: OwnApplication }) {
  const t = useText('ipo')
  const f = useFormats()
  const { key, tone } = APPLICATION_SAID[own.state]
  const { result } = own
  const lots = result ? result.ballot + result.proRata + result.byPlace : 0n
  return (
    <Row
      title={own.company}
      wraps
      caption={`${own.drawnAt === null ? '-' : f.date(own.drawnAt)} · ${own.number}`}
      value={t('lotsOfAsked', { won: f.count(lots), lots: f.count(own.lots) })}
      valueCaption={<StatusChip tone={tone} label={t(key)} />}
      href={hrefTo(DETAIL, { id: own.offer })}
    />
  )
}
