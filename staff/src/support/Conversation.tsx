import { useId, useState } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import { LANGUAGE_NAMES, type Language } from '@lonja/core/base/language'
import { answerThread, closeThread, holdThread, openThread } from '@lonja/core/support/support.staff.contract'
import { useWaitForHouse } from '@lonja/kit/connection'
import { useFormats } from '@lonja/kit/formats'
import { leaveField } from '@lonja/kit/focus'
import { newId } from '@lonja/kit/ids'
import { useKeys } from '@lonja/kit/keys'
import { useMay } from '@lonja/kit/may'
import { goTo, hrefTo, urlTo } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { cx } from '@lonja/kit/parts/cx'
import { Confirm } from '@lonja/kit/parts/Dialog'
import { KeyCap } from '@lonja/kit/parts/KeyCap'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { ErrorView } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/pages'
import { markAllStale } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import { useColleague } from '../staff/colleague.ts'
import { Holder } from './Holder.tsx'
import { Notes } from './Notes.tsx'
import { Records } from './Records.tsx'
import { SetAnswers } from './SetAnswers.tsx'
import { ThreadPicture } from './ThreadPicture.tsx'
import styles from './Conversations.module.css'

const ASKED_MS = 5_000
const MESSAGE_MOST = 2_000

type Message = ReplyOf<typeof openThread>['rows'][number]

/** One customer's thread, newest below, with the answer field under it. */
export function Conversation({ customer }: { customer: CustomerId }) {
  const t = useText('support')
  const f = useFormats()
  const thread = usePages(openThread, { customer }, { quiet: true, refetchMs: ASKED_MS })
  const rows = thread.pages.flatMap((page) => page.rows).toReversed()
  const mayAnswer = useMay(answerThread)
  const running = thread.pages[0]?.threads.find(({ closedAt }) => closedAt === null)
  useKeys([{ key: 'v', label: t('seeCustomer'), act: () => goTo(urlTo('/customers', { id: customer })) }], 2)
  if (thread.error && rows.length === 0) {
    return <ErrorView title={t('threadFailed')} text={thread.error.msg} onRetry={() => void thread.refetch()} />
  }
  return (
    <section className={styles.thread} aria-label={t('conversation')}>
      <Head customer={customer} page={thread.pages[0]} isRunning={running !== undefined} />
      {/* Scrolled to the newest message; a scrolling area must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.messages} tabIndex={0} role="log" aria-label={t('conversation')}>
        <div>
          {thread.hasMore && <Button look="text" small label={t('earlier')} onClick={thread.more} />}
          {thread.isPending && <SkeletonRows rows={5} dense line={false} />}
          {rows.map((message) => (
            <Said key={message.id} message={message} customer={customer} />
          ))}
        </div>
      </div>
      {running
        ? mayAnswer && <Answer customer={customer} thread={running.id} language={thread.pages[0]?.language} />
        : !thread.isPending && (
            <p className={styles.shut}>
              {t('shut', { time: f.date(thread.pages[0]?.threads[0]?.closedAt ?? thread.updatedAt) })}
            </p>
          )}
    </section>
  )
}

/** The customer's number and language, the seat that holds the conversation, and the notes on the customer. */
function Head(props: { customer: CustomerId; page: ReplyOf<typeof openThread> | undefined; isRunning: boolean }) {
  const { customer, page, isRunning } = props
  const t = useText('support')
  const mayHold = useMay(holdThread)
  return (
    <header className={styles.about}>
      <div className={styles.line}>
        {page && (
          <span>
            {page.number} · {t('inLanguage', { language: LANGUAGE_NAMES[page.language] })}
          </span>
        )}
        <a className={styles.who} href={hrefTo('/customers', { id: customer })}>
          <KeyCap of="v" />
          {t('seeCustomer')}
        </a>
      </div>
      {page && isRunning && mayHold && <Holder customer={customer} holder={page.holder} />}
      {page && <Records records={page.records} />}
      {page && (
        <details>
          <summary>
            {t('notes')}
            {page.notes.length > 0 && ` (${page.notes.length})`}
          </summary>
          <Notes customer={customer} notes={page.notes} onWritten={markAllStale} />
        </details>
      )}
    </header>
  )
}

function Said({ message, customer }: { message: Message; customer: CustomerId }) {
  const t = useText('support')
  const f = useFormats()
  const colleague = useColleague()
  const { seat, text, pictures, at, isRead } = message
  return (
    <article className={cx(styles.said, seat !== null && styles.ours)}>
      <small>
        {seat === null ? t('customer') : colleague(seat)} · {f.date(at)}
        {seat !== null && isRead && ` · ${t('read')}`}
      </small>
      <p>{text}</p>
      {pictures.map((id) => (
        <ThreadPicture key={id} customer={customer} id={id} />
      ))}
    </article>
  )
}

function Answer(props: { customer: CustomerId; thread: string; language: Language | undefined }) {
  const { customer, thread, language } = props
  const t = useText('support')
  const field = useId()
  const waits = useWaitForHouse()
  const [id, setId] = useState(newId)
  const [text, setText] = useState('')
  const [asking, setAsking] = useState(false)
  const answer = useWrite(answerThread, {
    quiet: true,
    onReply: () => {
      setText('')
      setId(newId())
      markAllStale()
    },
  })
  const send = () => text.trim() !== '' && answer.mutate({ id, customer, text })
  useKeys(
    [
      { key: 'n', label: t('keyWrite'), act: () => document.getElementById(field)?.focus() },
      { key: 'Ctrl+Enter', label: t('send'), act: () => void send(), whileTyping: true },
      { key: 'x', label: t('close'), act: () => setAsking(true) },
    ],
    2,
  )
  return (
    <div className={styles.answer}>
      <div className={styles.line}>
        <label htmlFor={field}>
          {t('answer')}
          <KeyCap of="n" />
        </label>
        {language && <SetAnswers language={language} onChoose={setText} />}
      </div>
      <AnswerField id={field} text={text} onText={setText} />
      <p role="alert" className={styles.wrong}>
        {answer.refusal?.msg}
      </p>
      <div className={styles.acts}>
        <Button
          small
          label={t('send')}
          keyCap="Ctrl+Enter"
          busy={answer.isPending}
          waitsFor={waits ?? (text.trim() === '' ? t('writeFirst') : undefined)}
          onClick={() => void send()}
        />
        <Button small look="outline" label={t('close')} keyCap="X" onClick={() => setAsking(true)} />
      </div>
      {asking && <Close customer={customer} thread={thread} onDone={() => setAsking(false)} />}
    </div>
  )
}

function AnswerField({ id, text, onText }: { id: string; text: string; onText: (text: string) => void }) {
  return (
    <textarea
      id={id}
      rows={3}
      maxLength={MESSAGE_MOST}
      value={text}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        leaveField(event.currentTarget)
      }}
    />
  )
}

function Close({ customer, thread, onDone }: { customer: CustomerId; thread: string; onDone: () => void }) {
  const t = useText('support')
  const close = useWrite(closeThread, {
    onReply: () => {
      onDone()
      markAllStale()
    },
  })
  return (
    <Confirm
      title={t('closeAsk')}
      text={t('closeWhy')}
      confirm={t('close')}
      cancel={t('cancel')}
      busy={close.isPending}
      error={close.refusal?.msg}
      onConfirm={() => close.mutate({ customer, thread })}
      onCancel={onDone}
    />
  )
}
