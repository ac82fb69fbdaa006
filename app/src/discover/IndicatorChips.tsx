import { useMemo, useState } from 'react'
import { Chip, Chips } from '@lonja/kit/parts/Chip'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { INDICATORS } from '@lonja/kit/parts/indicators'
import { SlidersHorizontalIcon } from '@lonja/kit/parts/page-icons'
import { useSession } from '@lonja/kit/session'
import { readStoredJson, storeText } from '@lonja/kit/stored'
import { useText } from '@lonja/kit/text'
import styles from './chart.module.css'
import { settingIn, settingKey, toggled, type IndicatorSetting } from './indicator-choice.ts'

/** The indicators that this customer chose on this device, and a function to change them. */
export function useIndicators(): [IndicatorSetting, (setting: IndicatorSetting) => void] {
  const key = settingKey(useSession()?.userId ?? null)
  const savedSetting = useMemo(() => settingIn(readStoredJson(key)), [key])
  const [changed, setChanged] = useState<{ key: string; setting: IndicatorSetting } | null>(null)
  return [
    changed?.key === key ? changed.setting : savedSetting,
    (setting) => {
      storeText(key, JSON.stringify(setting))
      setChanged({ key, setting })
    },
  ]
}

interface ChipsProps {
  readonly setting: IndicatorSetting
  readonly onChange: (setting: IndicatorSetting) => void
  readonly editing: boolean
  readonly onEdit: () => void
}

/** Each indicator is one tap away; its parameters are behind the sliders icon. */
export function IndicatorChips({ setting, onChange, editing, onEdit }: ChipsProps) {
  const t = useText('discover')
  return (
    <div className={styles.indicators} data-wide>
      <IconButton
        icon={SlidersHorizontalIcon}
        label={t('indicatorSettings')}
        size={22}
        expanded={editing}
        onClick={onEdit}
      />
      <Chips label={t('indicators')}>
        {INDICATORS.map((name) => {
          const chosen = setting.shown.includes(name)
          const label =
            name === 'VOL' ? t('volume') : [name, ...(chosen ? [setting.params[name].join(' ')] : [])].join(' ')
          return (
            <Chip key={name} label={label} chosen={chosen} removable onClick={() => onChange(toggled(setting, name))} />
          )
        })}
      </Chips>
    </div>
  )
}
