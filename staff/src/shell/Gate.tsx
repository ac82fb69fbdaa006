import { Suspense, lazy, useEffect, useState } from 'react'
import { Mark } from '@lonja/kit/parts/Mark'
import { Notice } from '@lonja/kit/parts/blocks'
import { Select } from '@lonja/kit/parts/Select'
import { onSessionEnd } from '@lonja/kit/session'
import { ErrorView, Loading } from '@lonja/kit/parts/states'
import { toast } from '@lonja/kit/parts/toast'
import { changeLanguage, textFor, useLanguage, useText } from '@lonja/kit/text'
import { LANGUAGE_NAMES, LANGUAGES } from '@lonja/core/base/language'
import { SignIn } from '../staff/SignIn.tsx'
import { Fault } from './Fault.tsx'
import { Strip } from './Strip.tsx'
import styles from './Gate.module.css'

// Claiming a seat happens once, so its code is loaded only for a one-time link.
const Claim = lazy(async () => ({ default: (await import('../staff/Claim.tsx')).Claim }))

let ended: 'left' | 'expired' | null = null
onSessionEnd((how) => {
  ended = how
})

/** Before the console: signing in, or claiming a seat by a one-time link. It announces a session that has expired. */
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
          {claims ? <Claiming link={link} /> : <SignIn />}
        </div>
      </main>
    </div>
  )
}

function Claiming({ link }: { link: string }) {
  const t = useText('console')
  const failed = <ErrorView title={t('failed')} text={t('failedPage')} onRetry={() => location.reload()} />
  return (
    <Fault instead={failed} of={link}>
      <Suspense fallback={<Loading />}>
        <Claim key={link} link={link} />
      </Suspense>
    </Fault>
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
