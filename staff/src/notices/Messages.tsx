import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ReplyOf } from '@lonja/core/base/contract'
import { LANGUAGE_NAMES, LANGUAGES } from '@lonja/core/base/language'
import { listHouseMessages, sendHouseMessage } from '@lonja/core/notices/messages.staff.contract'
import { useChosen } from '@lonja/kit/chosen'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { useKeys } from '@lonja/kit/keys'
import { useMay } from '@lonja/kit/may'
import { useIdIn } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import type { DataColumn } from '@lonja/kit/parts/DataTable'
import { PagedTable } from '@lonja/kit/parts/PagedTable'
import { SidePage, SidePart } from '@lonja/kit/parts/SidePage'
import { Empty } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/pages'
import { markAllStale } from '@lonja/kit/reads'
import { useLanguage, useText, type Say } from '@lonja/kit/text'
import { Compose, Preview } from './Compose.tsx'
import styles from './Messages.module.css'

type Message = ReplyOf<typeof listHouseMessages>['rows'][number]

/** Notices from the house: the sent ones, and beside them a new one or the chosen one. */
export function Messages() {
  const t = useText('messages')
  const f = useFormats()
  const list = usePages(listHouseMessages, {}, { quiet: true })
  const rows = useMemo(() => list.pages.flatMap((page) => page.rows), [list.pages])
  const chosen = useChosen(rows, ({ id }) => id, t('keyMove'))
  const language = useLanguage()
  const columns = useMemo(() => columnsIn(t, f, language), [t, f, language])
  const customer = useIdIn<'customer'>('customer')
  const [drafts, setDrafts] = useState(0)
  const maySend = useMay(sendHouseMessage)
  const { side, write } = useWriting(maySend, () => chosen.choose(null))
  const onSent = () => {
    setDrafts(drafts + 1)
    markAllStale()
  }
  const first =
    customer === null
      ? null
      : ({ all: false, id: customer, name: t('customerId', { id: customer.slice(-6) }) } as const)
  return (
    <SidePage
      title={t('title')}
      wide
      sideLabel={chosen.row || !maySend ? t('message') : t('new')}
      side={
        <>
          {chosen.row && <Sent message={chosen.row} onNew={maySend ? write : null} />}
          {/* The draft stays while an earlier notice is read. */}
          {maySend && (
            <div ref={side} hidden={chosen.row !== null}>
              <Compose key={drafts} first={first} onSent={onSent} />
            </div>
          )}
        </>
      }
    >
      <PagedTable
        label={t('title')}
        columns={columns}
        list={list}
        rows={rows}
        keyOf={({ id }) => id}
        chosen={chosen.id}
        onChoose={({ id }) => chosen.choose(id)}
        failed={t('failed')}
        empty={<Empty text={t('empty')} />}
        more={t('more')}
      />
    </SidePage>
  )
}

/** Open the new notice by button or key, with the focus on its first field. */
function useWriting(maySend: boolean, show: () => void) {
  const t = useText('messages')
  const side = useRef<HTMLDivElement>(null)
  const write = () => {
    // A hidden field cannot take the focus, so show it first.
    flushSync(show)
    side.current?.querySelector<HTMLElement>('input:not([type=radio])')?.focus()
  }
  useKeys(maySend ? [{ key: 'n', label: t('new'), act: write }] : [])
  return { side, write }
}

function Sent({ message, onNew }: { message: Message; onNew: (() => void) | null }) {
  const t = useText('messages')
  const f = useFormats()
  return (
    <SidePart title={whoIn(t, message)}>
      <p className={styles.note}>
        {t('sentBy', { time: f.date(message.at), number: String(message.seat.number) })}
        {message.told !== null && ` · ${t('toldCount', { count: message.told })}`}
      </p>
      {LANGUAGES.flatMap((language) => {
        const text = message.texts[language]
        return text ? [<Preview key={language} language={language} {...text} />] : []
      })}
      {onNew && <Button look="outline" small label={t('new')} keyCap="N" onClick={onNew} />}
    </SidePart>
  )
}

const whoIn = (t: Say<'messages'>, { customer }: Message): string =>
  customer === null
    ? t('toAll')
    : customer.displayName === null
      ? customer.phone
      : `${customer.displayName} · ${customer.phone}`

function columnsIn(t: Say<'messages'>, f: Formats, readLanguage: (typeof LANGUAGES)[number]): DataColumn<Message>[] {
  return [
    { id: 'at', label: t('at'), soft: true, cell: ({ at }) => f.date(at) },
    { id: 'to', label: t('to'), cell: (message) => whoIn(t, message) },
    {
      id: 'title',
      label: t('heading'),
      cell: ({ texts }) => [readLanguage, ...LANGUAGES].map((language) => texts[language]?.title).find(Boolean) ?? '',
    },
    {
      id: 'languages',
      label: t('languages'),
      soft: true,
      cell: ({ texts }) => f.list(LANGUAGES.flatMap((language) => (texts[language] ? [LANGUAGE_NAMES[language]] : []))),
    },
    { id: 'told', label: t('told'), right: true, cell: ({ told }) => (told === null ? '-' : f.count(told)) },
    { id: 'seat', label: t('seat'), soft: true, cell: ({ seat }) => String(seat.number) },
  ]
}
