import { useRef } from 'react'
import { changeBps } from '@lonja/core/base/formats'
import { readNews } from '@lonja/core/news/news.contract'
import { copyText } from '@lonja/kit/clipboard'
import { useFormats } from '@lonja/kit/formats'
import { back, hrefTo, useQuery } from '@lonja/kit/nav'
import { Notice } from '@lonja/kit/parts/blocks'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { ArrowSquareOutIcon, WaveSineIcon } from '@lonja/kit/parts/late-icons'
import { ShareNetworkIcon } from '@lonja/kit/parts/page-icons'
import { Row } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { toast } from '@lonja/kit/parts/toast'
import { refreshAll, useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { HaltMark } from '../market/HaltMark.tsx'
import { LiveChange, LivePrice, instrumentHref } from '../market/LiveRow.tsx'
import { useMarketNames } from '../market/names.ts'
import { Headline } from './Headline.tsx'
import { Mark } from './NewsCard.tsx'
import { NewsLine } from './NewsLine.tsx'
import { useMark, type News } from './news.ts'
import styles from './news.module.css'

/**
 * One news item: its origin and time, its text, and its listings with their current prices. Spec:
 * /subPackages/news/detail.
 */
export function NewsDetail() {
  const t = useText('news')
  const id = useQuery().get('id') ?? ''
  const { data, error, refetch } = useRead(readNews, { id }, { quiet: true })
  const isUnknown = error !== null && 'refused' in error
  return (
    <Screen title={t('one')} onBack={back} onRefresh={refreshAll} readOnly right={data && <Share of={data} />}>
      {data ? (
        <Piece of={data} />
      ) : isUnknown ? (
        <Empty text={t('unknown')} action={t('seeAll')} href={hrefTo('/subPackages/news/list')} />
      ) : error ? (
        <ErrorView title={t('oneFailed')} text={error.msg} onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </Screen>
  )
}

const Waiting = () => (
  <SkeletonBlocks
    of={[
      ['45%', 20],
      ['100%', 56],
      ['100%', 72],
      ['100%', 110],
    ]}
  />
)

function Piece({ of }: { of: News }) {
  const f = useFormats()
  const markOf = useMark()
  return (
    <article className={styles.piece}>
      <p className={styles.from}>
        <Mark of={markOf(of)} />
        <time dateTime={new Date(of.at).toISOString()}>{f.date(of.at)}</time>
      </p>
      <h2 className={styles.headline}>
        <Headline text={of.title} />
      </h2>
      <Standing of={of} />
      {of.body.map((paragraph, at) => (
        <Paragraph key={at} text={paragraph} />
      ))}
      <LinkOut of={of} />
      <Related of={of} />
    </article>
  )
}

/** Notes on the item: who cannot have written it, that it was edited, or that it was withdrawn. */
function Standing({ of }: { of: News }) {
  const t = useText('news')
  const f = useFormats()
  if (of.withdrawnAt !== null) {
    return (
      <Notice title={t('withdrawnAt', { date: f.date(of.withdrawnAt) })}>
        {t('reason', { reason: of.reason ?? '' })}
      </Notice>
    )
  }
  if (of.origin === 'market') {
    const isPractice = of.teller === 'practice'
    const marketTime = of.marketAt !== null && of.marketAt !== of.at ? t('marketAt', { date: f.date(of.marketAt) }) : ''
    return (
      <Notice
        tone="ground"
        icon={WaveSineIcon}
        title={isPractice ? t('invented') : t('recorded', { teller: of.teller })}
      >
        {isPractice ? t('inventedWhy') : t('recordedWhy')} {marketTime}
      </Notice>
    )
  }
  if (of.origin === 'outside') return <Notice tone="ground">{t('outsideWhy', { teller: of.teller })}</Notice>
  return of.editedAt === null ? null : <p className={styles.edited}>{t('edited', { date: f.date(of.editedAt) })}</p>
}

/** A paragraph, a heading or a list. All of it is rendered as plain text. */
function Paragraph({ text }: { text: string }) {
  if (text.startsWith('## ')) return <h3 className={styles.heading}>{text.slice(3)}</h3>
  const lines = text.split('\n')
  if (!lines.every((line) => line.startsWith('- '))) return <p className={styles.paragraph}>{text}</p>
  return (
    <ul className={styles.lines}>
      {lines.map((line, at) => (
        <li key={at}>{line.slice(2)}</li>
      ))}
    </ul>
  )
}

function LinkOut({ of }: { of: News }) {
  const t = useText('news')
  if (of.link === null || of.host === null) return null
  return (
    <a className={styles.out} href={of.link} target="_blank" rel="noopener noreferrer nofollow">
      <ArrowSquareOutIcon size={18} />
      <span>
        {t('readOut', { host: of.host })}
        <span className="said"> {t('newTab')}</span>
      </span>
    </a>
  )
}

function Related({ of }: { of: News }) {
  const t = useText('news')
  const f = useFormats()
  const names = useMarketNames()
  if (of.related.length === 0) return null
  return (
    <section className={styles.about} aria-label={t('about')}>
      <h3 className={styles.heading}>{t('about')}</h3>
      {of.marketAt !== null && of.related[0] && <NewsLine of={of.related[0]} at={of.marketAt} />}
      {of.related.map((each) => {
        const currency = each.kind === 'index' ? undefined : each.currency
        const since = each.priceThen && each.last ? changeBps(each.priceThen, each.last) : null
        return (
          <Row
            key={each.listing}
            wraps
            href={instrumentHref(each.listing)}
            title={each.name}
            caption={
              <>
                <HaltMark of={each} />
                {names.caption(each.listing)}
                {since !== null && (
                  <span className={styles.since}>
                    {t('since', {
                      from: f.price(each.priceThen, currency),
                      to: f.price(each.last, currency),
                      change: f.bps(since),
                    })}
                  </span>
                )}
              </>
            }
            value={<LivePrice of={each} currency={currency} />}
            valueCaption={<LiveChange of={each} />}
          />
        )
      })}
    </section>
  )
}

/** Share through the device if possible, otherwise copy the address. */
function Share({ of }: { of: News }) {
  const t = useText('news')
  const say = useText('app')
  const shown = useRef<HTMLSpanElement>(null)
  const copy = async () => {
    const isCopied = await copyText(location.href, shown.current)
    toast(isCopied ? say('copied') : t('notCopied'), { kind: isCopied ? 'done' : 'error' })
  }
  const share = () => {
    if (!('share' in navigator)) return void copy()
    // Closing the share sheet is no failure; any other error copies.
    navigator.share({ title: of.title, url: location.href }).catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === 'AbortError')) void copy()
    })
  }
  return (
    <>
      <IconButton icon={ShareNetworkIcon} label={t('share')} onClick={share} />
      <span ref={shown} className="said" aria-hidden>
        {location.href}
      </span>
    </>
  )
}
