import { useState } from 'react'
import { Button } from '@lonja/kit/parts/Button'
import { Chip } from '@lonja/kit/parts/Chip'
import {
  INDICATORS,
  INDICATOR_PARAMS,
  PERIODS_MOST,
  hasPeriods,
  isComputable,
  type Indicator,
  type Param,
} from '@lonja/kit/parts/indicators'
import { Sheet } from '@lonja/kit/parts/Sheet'
import { Stepper } from '@lonja/kit/parts/Stepper'
import { useText } from '@lonja/kit/text'
import styles from './chart.module.css'
import { USUAL_SETTING, toggled, type IndicatorSetting } from './indicator-choice.ts'

interface Props {
  setting: IndicatorSetting
  onChange: (setting: IndicatorSetting) => void
}

/**
 * Choose the indicators: which are drawn, what each one shows, and its parameters. A change is visible behind the sheet
 * at once.
 */
export function IndicatorSheet({ setting, onChange, onClose }: Props & { onClose: () => void }) {
  const t = useText('discover')
  const [round, setRound] = useState(0)
  return (
    <Sheet
      title={t('indicators')}
      onClose={onClose}
      actions={
        <Button
          look="outline"
          label={t('asUsual')}
          onClick={() => {
            onChange({ ...setting, params: USUAL_SETTING.params })
            setRound(round + 1)
          }}
        />
      }
    >
      {INDICATORS.map((name) => (
        <div key={`${name} ${round}`} className={styles.indicator}>
          <Chip
            label={name === 'VOL' ? t('volume') : name}
            chosen={setting.shown.includes(name)}
            removable
            onClick={() => onChange(toggled(setting, name))}
          />
          <p>{t(`about_${name}`)}</p>
          {setting.shown.includes(name) && INDICATOR_PARAMS[name].length > 0 && (
            <Params name={name} setting={setting} onChange={onChange} />
          )}
        </div>
      ))}
    </Sheet>
  )
}

/** One indicator's fields. Invalid parameters show an error below and are not applied. */
function Params({ name, setting, onChange }: Props & { name: Indicator }) {
  const t = useText('discover')
  const [typed, setTyped] = useState<readonly (bigint | null)[]>(setting.params[name].map(BigInt))
  const fields = hasPeriods(name)
    ? Array.from({ length: PERIODS_MOST }, () => INDICATOR_PARAMS[name][0]!)
    : INDICATOR_PARAMS[name]
  const isFree = (place: number) => hasPeriods(name) && place > 0
  const change = (place: number, value: bigint | null) => {
    const next = fields.map((_field, at) => (at === place ? value : (typed[at] ?? (isFree(at) ? 0n : null))))
    setTyped(next)
    const params = next.filter((each, at) => !isFree(at) || each !== 0n).map(Number)
    if (next.every((each) => each !== null) && isComputable({ name, params })) {
      onChange({ ...setting, params: { ...setting.params, [name]: params } })
    }
  }
  const wrongAt = (place: number, { least, most }: Param): string | undefined => {
    const value = typed[place]
    if (value === undefined || value === null || (isFree(place) && value === 0n)) return undefined
    if (value < BigInt(least) || value > BigInt(most)) return t('wholeBetween', { least, most })
    const slower = name === 'MACD' && place === 0 && (typed[1] ?? 0n) <= value
    return slower ? t('fastBelowSlow') : undefined
  }
  return (
    <div className={styles.params}>
      {fields.map((field, place) => (
        <Stepper
          // oxlint-disable-next-line react/no-array-index-key -- three periods are told apart by their place alone
          key={place}
          compact
          label={isFree(place) ? t('periodOrNone', { place: place + 1 }) : t(`param_${field.name}`)}
          value={typed[place] === undefined ? 0n : typed[place]}
          min={isFree(place) ? 0n : BigInt(field.least)}
          max={BigInt(field.most)}
          error={wrongAt(place, field)}
          onChange={(value) => change(place, value)}
        />
      ))}
    </div>
  )
}
