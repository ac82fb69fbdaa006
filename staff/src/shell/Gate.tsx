import { useEffect, useState } from 'react'
import { Mark } from '@lonja/kit/parts/Mark'
import { Notice } from '@lonja/kit/parts/blocks'
import { Select } from '@lonja/kit/parts/Select'
import { onSessionEnd } from '@lonja/kit/session'
import { toast } from '@lonja/kit/parts/toast'
import { LANGUAGE_NAMES, changeLanguage, textFor, useLanguage, useText } from '@lonja/kit/text'
import { LANGUAGES } from '@lonja/core/base/language'
import { Claim } from '../staff/Claim.tsx'
import { SignIn } from '../staff/SignIn.tsx'
import { Strip } from './Strip.tsx'
import styles from './Gate.module.css'

let ended: 'left' | 'expired' | null = null
onSessionEnd((how) => {
  ended = how
})

/** Before the console: signing in, or claiming a seat by its one-time link. A session that ended by itself is said. */
export function Gate({ link }: { link: string | null }) {
  const claims = link !== null
  const t = useText('console')
  const [expired] = useState(() => ended === 'expired')
  useEffect(() => {
    document.title = `${t(claims ? 'claim' : 'signIn')} · Lonja`
    return () => {
      ended = null
    }
  }, [t, claims])
  return (
    <div className={styles.gate}>
      <Strip />
      <main className={styles.page}>
        <div className={styles.box}>
          <header className={styles.head}>
            <Mark />
            <strong>Lonja</strong>
            <span>{t('console')}</span>
            <LanguageChoice />
          </header>
          {expired && !claims && <Notice tone="warn">{t('expired')}</Notice>}
          {claims ? <Claim key={link} link={link} /> : <SignIn />}
        </div>
      </main>
    </div>
  )
}

function LanguageChoice() {
  const t = useText('console')
  const language = useLanguage()
  return (
    <span className={styles.language}>
      <Select
        label={t('language')}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        value={language}
        onChange={(next) =>
          void changeLanguage(next).catch(() => toast(textFor('connection')('unreachable'), { kind: 'error' }))
        }
      />
    </span>
  )
}
