import { Change } from '@lonja/kit/parts/Change'
import { Segments } from '@lonja/kit/parts/Segments'
import { RISES, changeRise, useRise, type Rise } from '@lonja/kit/session'
import { useText } from '@lonja/kit/text'
import styles from './settings.module.css'

const [RISEN, FALLEN] = [115n, -85n]

/** The colours of rises and falls on this device, with a sample of each. The sign says the same without a colour. */
export function Colours() {
  const t = useText('settings')
  const names = { green: t('riseGreen'), red: t('riseRed') } as const
  return (
    <div className={styles.part}>
      <Segments<Rise>
        label={t('rises')}
        labelShown
        value={useRise()}
        options={RISES.map((value) => ({ value, label: names[value] }))}
        onChange={changeRise}
      />
      <p className={styles.sample}>
        {t('rise')} <Change bps={RISEN} /> · {t('fall')} <Change bps={FALLEN} />
      </p>
    </div>
  )
}
