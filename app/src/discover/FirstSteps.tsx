import { useEffect } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import { noteFirstSteps, readFirstSteps } from '@lonja/core/discover/first-steps.contract'
import { FIRST_STEPS, type FirstStep } from '@lonja/core/discover/first-steps.rules'
import { listEntries } from '@lonja/core/ledger/ledger.contract'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { CaretRightIcon, CheckCircleFillIcon, XIcon } from '@lonja/kit/parts/page-icons'
import { toast } from '@lonja/kit/parts/toast'
import { markStale, useRead } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import { GRANT } from '../accounts/entry.ts'
import { ALERTS_PATH } from '../watchlist/lists.ts'
import { firstLook, forgetLook } from './looked.ts'
import styles from './first-steps.module.css'

type Steps = ReplyOf<typeof readFirstSteps>

const FUNDS = '/subPackages/portfolio/funds'
const SEARCH = '/subPackages/discover/search'

/**
 * A newcomer's steps while home shows them; null once they are done, after they were put away, and where they cannot be
 * read. Undefined before they are known.
 */
export function useFirstSteps(): Steps | null | undefined {
  const { data, error } = useRead(readFirstSteps, {}, { quiet: true, fromDevice: true })
  if (!data) return error ? null : undefined
  return data.shown ? data : null
}

/** The money of a new account: what it is, its entry, and who runs the house. Nothing where the house gives none. */
export function FirstMoney() {
  const t = useText('discover')
  const f = useFormats()
  const { data } = useRead(listEntries, GRANT, { quiet: true, fromDevice: true })
  const grant = data?.rows[0]?.free
  if (grant === undefined) return null
  return (
    <section className={styles.money}>
      <h2>{t('firstMoney', { amount: f.amount(grant) })}</h2>
      <p>{t('firstMoneyWhat')}</p>
      <div>
        <a href={hrefTo(FUNDS, { asset: grant.asset === 'EUR' ? undefined : grant.asset, kind: 'grant' })}>
          {t('firstMoneyEntry')}
          <CaretRightIcon size={14} />
        </a>
        <a href={hrefTo('/subPackages/about/about')}>
          {t('firstMoneyHouse')}
          <CaretRightIcon size={14} />
        </a>
      </div>
    </section>
  )
}

/** The three first steps of a newcomer, each a link until it is done, and a cross that puts all away. */
export function FirstSteps({ of }: { of: Steps }) {
  const t = useText('discover')
  const note = useWrite(noteFirstSteps, { onReply: () => markStale(['steps']) })
  const putAway = useWrite(noteFirstSteps, {
    onReply: () => {
      markStale(['steps'])
      const onUndo = () => note.mutate({ away: false })
      toast(t('stepsAway'), { kind: 'done', undo: { label: t('undo'), onUndo } })
    },
  })
  useEffect(() => {
    const look = firstLook()
    if (look === null || of.looked !== null) return
    forgetLook()
    note.mutate({ looked: look })
  })
  return (
    <section className={styles.steps} aria-labelledby="first-steps">
      <div className={styles.head}>
        <h2 id="first-steps">{t('firstSteps')}</h2>
        <span>{t('stepsDone', { done: of.done.length, all: FIRST_STEPS.length })}</span>
        <IconButton icon={XIcon} size={18} label={t('stepsPutAway')} onClick={() => putAway.mutate({ away: true })} />
      </div>
      <ol>
        {FIRST_STEPS.map((step, at) => (
          <Step key={step} step={step} number={at + 1} of={of} />
        ))}
      </ol>
    </section>
  )
}

const TITLES = { look: 'stepLook', buy: 'stepBuy', alert: 'stepAlert' } as const
const WHYS = { look: 'stepLookWhy', buy: 'stepBuyWhy', alert: 'stepAlertWhy' } as const

function Step({ step, number, of }: { step: FirstStep; number: number; of: Steps }) {
  const t = useText('discover')
  const isDone = of.done.includes(step)
  const why = step === 'look' && of.looked ? t('stepLooked', { name: of.looked.name }) : t(WHYS[step])
  const content = (
    <>
      <span className={isDone ? styles.done : styles.number} aria-hidden>
        {isDone ? <CheckCircleFillIcon size={22} /> : number}
      </span>
      <span className={styles.words}>
        <strong>{t(TITLES[step])}</strong>
        <span>{why}</span>
      </span>
      {isDone ? <span className={styles.state}>{t('stepDone')}</span> : <CaretRightIcon size={18} />}
    </>
  )
  return <li>{isDone ? <div>{content}</div> : <a href={placeOf(step, of)}>{content}</a>}</li>
}

/** The page of a step: of the share that was looked at, if there is one; otherwise where one is found. */
function placeOf(step: FirstStep, { looked }: Steps): string {
  if (step === 'look') return hrefTo(SEARCH)
  if (step === 'buy') {
    return looked
      ? hrefTo('/subPackages/home/socketDetail/place', { listing: looked.listing, side: 'buy' })
      : hrefTo(SEARCH)
  }
  return looked ? hrefTo(ALERTS_PATH, { listing: looked.listing }) : hrefTo(SEARCH, { for: 'alert' })
}
