import { listDeposits, readDeposit } from '@lonja/core/deposits/deposits.contract'
import type { ReplyOf } from '@lonja/core/base/contract'
import { CHAIN_NAMES } from '@lonja/core/payees/chains'
import { areTwoSeats } from '@lonja/core/review/people.rules'
import { useFormats } from '@lonja/kit/formats'
import { back, hrefTo, useQuery } from '@lonja/kit/nav'
import { Notice, Section } from '@lonja/kit/parts/blocks'
import { Button, Buttons } from '@lonja/kit/parts/Button'
import { Amount } from '@lonja/kit/parts/Amount'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { List } from '@lonja/kit/parts/List'
import { ReceiptIcon } from '@lonja/kit/parts/late-icons'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { Timeline, type TimelineStep } from '@lonja/kit/parts/Timeline'
import { usePages } from '@lonja/kit/pages'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { useLetIn } from '../accounts/letIn.ts'
import { coinText } from '../payees/coins.ts'
import { STATES } from './deposit.ts'
import { DepositRow } from './DepositRow.tsx'
import styles from './deposits.module.css'

const PAGE = 30

/** Placeholder: the amount under its label, the steps, and the details, each under its heading. */
const WAITING = [
  ['25%', 16],
  ['55%', 44],
  ['0', 6],
  ['35%', 20],
  ['100%', 66],
  ['0', 1],
  ['25%', 20],
  ['100%', 240],
] as const

/** Deposit records; with `id` one of them with its timeline. Spec: /subPackages/recharge/record. */
export function DepositRecords() {
  const id = useQuery().get('id')
  return id === null ? <Records /> : <OneDeposit id={id} />
}

function Records() {
  const t = useText('deposits')
  const list = usePages(listDeposits, { limit: PAGE })
  return (
    <Screen title={t('records')} onBack={back} onRefresh={() => list.refetch()}>
      <List
        label={t('records')}
        items={list.isPending ? undefined : list.pages.flatMap(({ rows }) => rows)}
        keyOf={({ id }) => id}
        measured
        rowHeight={58}
        row={(deposit) => <DepositRow deposit={deposit} />}
        onEnd={list.hasMore ? list.more : undefined}
        loadingMore={list.isFetchingMore}
        empty={<Empty text={t('none')} action={t('title')} href={hrefTo('/subPackages/recharge/type')} />}
        error={
          list.error && list.pages.length === 0 ? (
            <ErrorView title={t('failed')} text={list.error.msg} onRetry={() => void list.refetch()} />
          ) : undefined
        }
      />
    </Screen>
  )
}

type One = ReplyOf<typeof readDeposit>

function OneDeposit({ id }: { id: string }) {
  const t = useText('deposits')
  const { data, error, refetch } = useRead(readDeposit, { id }, { refetchMs: 30_000 })
  return (
    <Screen title={data?.number ?? t('records')} onBack={back} onRefresh={() => refetch()} readOnly>
      {!data && error && (isUnknown(error) ? <NoSuch /> : <Failed msg={error.msg} onRetry={() => void refetch()} />)}
      {!data && !error && <SkeletonBlocks of={WAITING} />}
      {data && <Story of={data} />}
    </Screen>
  )
}

/** The address names no deposit of this customer, or is malformed: a retry cannot help. */
const isUnknown = (error: object): boolean =>
  'refused' in error && (error.refused === 'unknown_deposit' || error.refused === 'bad_input')

function NoSuch() {
  const t = useText('deposits')
  return (
    <Empty
      icon={ReceiptIcon}
      text={t('unknown')}
      action={t('toRecords')}
      href={hrefTo('/subPackages/recharge/record')}
    />
  )
}

function Failed({ msg, onRetry }: { msg: string; onRetry: () => void }) {
  const t = useText('deposits')
  return <ErrorView title={t('failed')} text={msg} onRetry={onRetry} />
}

function Story({ of }: { of: One }) {
  const t = useText('deposits')
  const { state, reason, cash, posting } = of
  return (
    <>
      <div className={styles.top}>
        <Amount of={cash} label={t(AMOUNT_OF[state])} size={32} />
        <span role="status">
          <StatusChip tone={STATES[state].tone} label={t(STATES[state].text)} />
        </span>
      </div>
      {of.reversals.length > 0 && <Reversed reversals={of.reversals} />}
      {state === 'refused' && reason && (
        <Notice band tone="loss" title={reason.title}>
          {reason.next}
        </Notice>
      )}
      <Section title={t('timeline')}>
        <Timeline label={t('timeline')} steps={useSteps(of)} />
      </Section>
      <Section title={t('details')}>
        <DefinitionRows rows={useDetails(of)} />
      </Section>
      {(posting !== null || state === 'refused') && (
        <div className={styles.foot}>
          <Buttons>
            {posting !== null ? (
              <>
                <Button label={t('toMarket')} href={hrefTo('/pages/market/index')} />
                <Button
                  look="soft"
                  label={t('seeEntries')}
                  href={hrefTo(FUNDS, { cause: of.id, causeKind: 'deposit' })}
                />
              </>
            ) : (
              <Button label={t('again')} href={hrefTo('/subPackages/recharge/type')} />
            )}
          </Buttons>
        </div>
      )}
    </>
  )
}

/** The parts of the deposit that were taken back: why, and what of each was owed. */
function Reversed({ reversals }: { reversals: One['reversals'] }) {
  const t = useText('deposits')
  const f = useFormats()
  return (
    <Notice band title={reversals.map(({ amount }) => t('reversed', { amount: f.amount(amount) })).join(' · ')}>
      {reversals.map(({ id, reason, owed, at }) => (
        <p key={id}>
          {f.date(at)} · {reason.title}
          {owed.units > 0n && ` · ${t('reversedOwed', { owed: f.amount(owed) })}`}
        </p>
      ))}
      <Button small look="text" label={t('reversedSee')} href={hrefTo(REVERSALS)} />
    </Notice>
  )
}

const REVERSALS = '/subPackages/reversals/reversals'

const FUNDS = '/subPackages/portfolio/funds'

/** The meaning of the top figure by state: to be credited, credited, or requested. */
const AMOUNT_OF = { pending: 'becomes', in_review: 'becomes', approved: 'credited', refused: 'amount' } as const

/** The steps so far, by whom and when, and the next one drawn empty. */
function useSteps(of: One): TimelineStep[] {
  const t = useText('deposits')
  const f = useFormats()
  const letIn = useLetIn()
  const byTwo = areTwoSeats(of.steps)
  const seatOf = ({ seat, person }: One['steps'][number]) => {
    if (!seat) return undefined
    const number = t('seat', { number: seat.number })
    return byTwo && person !== null ? `${number} · ${letIn(seat.letInBy)}` : number
  }
  const texts = {
    opened: 'stepOpened',
    taken_over: 'stepTaken',
    let_go: 'stepLetGo',
    recalled: 'stepLetGo',
    approve: 'stepApprove',
    refuse: 'stepRefuse',
  } as const
  const steps: TimelineStep[] = of.steps.map((step) => ({
    label: t(texts[step.step]),
    at: f.date(step.at),
    note: step.reason ? `${seatOf(step) ?? ''} · ${step.reason.title}` : seatOf(step),
    state: 'done',
  }))
  const first: TimelineStep = { label: t('stepSent'), at: f.date(of.at), state: 'done' }
  if (of.state === 'approved' || of.state === 'refused') {
    // The final opinion is the decision itself: its seat and reason are shown there, without a step before it.
    const last = of.steps.at(-1)
    const isLastWord = last?.step === (of.state === 'approved' ? 'approve' : 'refuse')
    const note = isLastWord ? steps.at(-1)?.note : undefined
    const end: TimelineStep = {
      label: t(STATES[of.state].text),
      at: f.date(of.decidedAt),
      ...(note === undefined ? {} : { note }),
      state: of.state === 'approved' ? 'good' : 'bad',
    }
    return [first, ...(isLastWord ? steps.slice(0, -1) : steps), end]
  }
  const due = t('before', { time: f.date(of.dueAt) })
  return [first, ...steps, { label: t('stepDecision'), at: due, note: t('nothingToDo'), state: 'next' }]
}

function useDetails({ number, way, coins, at, proofs }: One) {
  const t = useText('deposits')
  const f = useFormats()
  const common = [
    { label: t('number'), value: number },
    { label: t('way'), value: t(way === 'online' ? 'online' : 'crypto') },
    { label: t('sentAt'), value: f.date(at) },
  ]
  if (!coins) return common
  const { currency, chain, amount, address, hash, usd, ratesVersion, eurUsd } = coins
  return [
    ...common,
    { label: t('amount'), value: `${coinText(amount, f.units)} ${currency}` },
    { label: t('chain'), value: CHAIN_NAMES[chain] },
    { label: t('toAddress'), value: <code className={styles.long}>{address}</code>, long: true },
    { label: t('hash'), value: <code className={styles.long}>{hash}</code>, long: true },
    ...(proofs.length > 0 ? [{ label: t('pictures'), value: f.count(proofs.length) }] : []),
    {
      label: t('coinRate', { version: ratesVersion }),
      value: `1 ${currency} = ${f.amount({ asset: 'USD', units: usd / 10_000n })}`,
    },
    ...(eurUsd ? [{ label: t('eurRate'), value: `${f.exchange(eurUsd.rate, 6)} · ${f.date(eurUsd.at)}` }] : []),
  ]
}
