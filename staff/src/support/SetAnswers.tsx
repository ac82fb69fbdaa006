import type { Language } from '@lonja/core/base/language'
import { listSetAnswers } from '@lonja/core/support/support.staff.contract'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import styles from './Conversations.module.css'

/** The set answers in the customer's language. Choosing one puts it into the field, where the seat reads and may change it. */
export function SetAnswers({ language, onChoose }: { language: Language; onChoose: (text: string) => void }) {
  const t = useText('support')
  const { data } = useRead(listSetAnswers, { language }, { quiet: true })
  if (!data) return null
  return (
    <select
      className={styles.set}
      aria-label={t('setAnswers')}
      value=""
      onChange={(event) => {
        const chosen = data.rows.find(({ code }) => code === event.target.value)
        if (chosen) onChoose(chosen.text)
      }}
    >
      <option value="">{t('setAnswers')}</option>
      {data.rows.map(({ code, title }) => (
        <option key={code} value={code}>
          {title}
        </option>
      ))}
    </select>
  )
}
