import { useState } from 'react'
import { proposeHouseMessage } from '@lonja/core/news/publications.staff.contract'
import { countRecipients, sendHouseMessage } from '@lonja/core/notices/messages.staff.contract'
import { LANGUAGE_NAMES } from '@lonja/core/base/language'
import { useFormats } from '@lonja/kit/formats'
import { newId } from '@lonja/kit/ids'
import { Button } from '@lonja/kit/parts/Button'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Dialog } from '@lonja/kit/parts/Dialog'
import { toast } from '@lonja/kit/parts/toast'
import { useRead } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import { textsOf, languageShown, type Draft } from './draft.ts'
import type { RecipientChoice } from './Recipient.tsx'
import styles from './Messages.module.css'

/** The confirmation before a notice is sent: the number of recipients, and the language each of them reads it in. */
export function ConfirmSend(props: { to: RecipientChoice; draft: Draft; onSent: () => void; onClose: () => void }) {
  const { to, draft, onSent, onClose } = props
  const t = useText('messages')
  const f = useFormats()
  const [id] = useState(newId)
  const { data, error } = useRead(countRecipients, to.all ? {} : { customer: to.id }, { quiet: true })
  const done = (text: string) => {
    toast(text, { kind: 'done' })
    onSent()
  }
  const one = useWrite(sendHouseMessage, {
    quiet: true,
    onReply: ({ told }) => done(t('sentTo', { count: told })),
  })
  const all = useWrite(proposeHouseMessage, {
    quiet: true,
    onReply: ({ review, told }) => done(review === null ? t('sentTo', { count: told }) : t('proposedToAll')),
  })
  const send = to.all ? all : one
  const texts = textsOf(draft)
  return (
    <Dialog
      title={data ? t('ask', { count: data.count }) : t('asking')}
      onClose={onClose}
      actions={
        <>
          <Button look="outline" label={t('cancel')} onClick={onClose} />
          <Button
            label={t(to.all ? 'proposeIt' : 'send')}
            busy={send.isPending}
            waitsFor={data ? undefined : (error?.msg ?? t('counting'))}
            onClick={() => (to.all ? all.mutate({ id, texts }) : one.mutate({ id, customer: to.id, texts }))}
          />
        </>
      }
    >
      <p>{to.all ? t('askAll') : to.name}</p>
      {data && (
        <DefinitionRows
          tight
          rows={data.languages.map(({ language, count }) => {
            const readLanguage = languageShown(draft, language)
            const isOwn = readLanguage === language
            return {
              label: LANGUAGE_NAMES[language],
              note:
                isOwn || readLanguage === null ? undefined : t('readsIn', { language: LANGUAGE_NAMES[readLanguage] }),
              value: f.count(count),
              tone: isOwn ? ('ink' as const) : ('soft' as const),
            }
          })}
        />
      )}
      <p role="alert" className={styles.wrong}>
        {send.refusal?.msg}
      </p>
    </Dialog>
  )
}
