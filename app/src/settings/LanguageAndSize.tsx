import { useState } from 'react'
import { changeProfile, readProfile } from '@lonja/core/accounts/accounts.contract'
import { eur } from '@lonja/core/base/amount'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@lonja/core/base/language'
import { useFormats } from '@lonja/kit/formats'
import { back } from '@lonja/kit/nav'
import { Screen } from '@lonja/kit/parts/Screen'
import { Segments } from '@lonja/kit/parts/Segments'
import { toast } from '@lonja/kit/parts/toast'
import { useRead } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { TEXT_SIZES_SHOWN, changeTextSize, useSession, useTextSize, type TextSize } from '@lonja/kit/session'
import { changeLanguage, htmlLangFor, useLanguage, useText } from '@lonja/kit/text'
import { Colours } from './Colours.tsx'
import { OwnChoices } from './OwnChoices.tsx'
import styles from './settings.module.css'

const SAMPLE = eur(1_234_567_89n)

/**
 * Language and text size, on this device and, when signed in, for the account; the colours of rises and falls on this
 * device; and the display of the customer's figures.
 */
export function LanguageAndSize() {
  const t = useText('settings')
  const f = useFormats()
  const language = useLanguage()
  const size = useTextSize()
  const session = useSession()
  const profile = useRead(readProfile, {}, { quiet: true })
  const { mutate } = useWrite(changeProfile, { quiet: true })
  const keep = (change: { language: Language } | { textSize: TextSize }) => {
    if (session) mutate(change)
  }
  // The choice is shown at once; its texts may take a moment to load.
  const [choice, setChoice] = useState(language)
  const speak = (next: Language) => {
    setChoice(next)
    changeLanguage(next).then(
      () => keep({ language: next }),
      () => {
        setChoice(language)
        toast(t('languageFailed'), { kind: 'error' })
      },
    )
  }
  return (
    <Screen title={t('title')} onBack={back}>
      <div className={styles.page}>
        <fieldset className={styles.languages}>
          <legend>{t('language')}</legend>
          {LANGUAGES.map((each) => (
            <label key={each} lang={htmlLangFor(each)}>
              <input type="radio" name="language" value={each} checked={each === choice} onChange={() => speak(each)} />
              {LANGUAGE_NAMES[each]}
            </label>
          ))}
        </fieldset>
        <Segments
          label={t('textSize')}
          labelShown
          value={String(size)}
          options={TEXT_SIZES_SHOWN.map((each) => ({ value: String(each), label: f.rate(BigInt(each) * 100n, 0) }))}
          onChange={(value) => {
            const next = TEXT_SIZES_SHOWN.find((each) => String(each) === value) ?? 100
            changeTextSize(next)
            keep({ textSize: next })
          }}
        />
        <p className={styles.sample}>{t('sample', { figure: f.amount(SAMPLE) })}</p>
        <Colours />
        <p className={styles.soft}>{t('deviceWhy')}</p>
        {profile.data && <OwnChoices profile={profile.data} />}
      </div>
    </Screen>
  )
}
