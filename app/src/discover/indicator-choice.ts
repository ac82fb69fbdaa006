import {
  INDICATORS,
  isComputable,
  usualChoice,
  type Indicator,
  type IndicatorChoice,
} from '@lonja/kit/parts/indicators'

/** The indicators to show, and the parameters of every indicator, shown or not. */
export interface IndicatorSetting {
  readonly shown: readonly Indicator[]
  readonly params: Readonly<Record<Indicator, readonly number[]>>
}

const usualParams = Object.fromEntries(INDICATORS.map((name) => [name, usualChoice(name).params])) as Record<
  Indicator,
  readonly number[]
>

/** The default: the average of twenty bars, and the volume. */
export const USUAL_SETTING: IndicatorSetting = { shown: ['MA', 'VOL'], params: usualParams }

/** The storage key of the choice on this device, one per customer. */
export const settingKey = (userId: string | null): string => `indicators${userId === null ? '' : `:${userId}`}`

/** Read the stored setting; unreadable or invalid parts take the default. */
export function settingIn(stored: unknown): IndicatorSetting {
  const { shown, params } = (typeof stored === 'object' && stored !== null ? stored : {}) as {
    readonly shown?: unknown
    readonly params?: Readonly<Record<string, unknown>> | null
  }
  return {
    shown: Array.isArray(shown) ? INDICATORS.filter((name) => shown.includes(name)) : USUAL_SETTING.shown,
    params: Object.fromEntries(
      INDICATORS.map((name) => {
        const values = params?.[name]
        const good = Array.isArray(values) && isComputable({ name, params: values as number[] })
        return [name, good ? (values as number[]) : usualParams[name]]
      }),
    ) as Record<Indicator, readonly number[]>,
  }
}

/** The indicators for the chart, in the list's order whatever was tapped first. */
export const choicesOf = ({ shown, params }: IndicatorSetting): readonly IndicatorChoice[] =>
  INDICATORS.filter((name) => shown.includes(name)).map((name) => ({ name, params: params[name] }))

export const toggled = (setting: IndicatorSetting, name: Indicator): IndicatorSetting => ({
  ...setting,
  shown: setting.shown.includes(name) ? setting.shown.filter((each) => each !== name) : [...setting.shown, name],
})
