import { OFFER_MARKETS } from '@lonja/core/ipo/house.rules'
import { SECTORS } from '@lonja/core/market/instruments'
import { Field } from '@lonja/kit/parts/Field'
import { NumberField } from '@lonja/kit/parts/NumberField'
import { Select } from '@lonja/kit/parts/Select'
import { Switch } from '@lonja/kit/parts/Switch'
import { useText } from '@lonja/kit/text'
import { DATES, FIGURES, type FigureName, type TypedOffer } from './draft.ts'
import { MomentField } from './MomentField.tsx'
import styles from './offers.module.css'

interface FieldsProps {
  typed: TypedOffer
  write: (part: Partial<TypedOffer>) => void
  wrong: (field: string) => string | undefined
}

/** The fields of a draft. */
export function DraftFields(props: FieldsProps) {
  const { typed, write, wrong } = props
  const t = useText('offers')
  const { dates } = typed
  return (
    <>
      <Field
        label={t('company')}
        hint={t('companyHint')}
        value={typed.company}
        onChange={(company) => write({ company })}
        maxLength={80}
        error={wrong('company')}
      />
      <Figures {...props} />
      {DATES.map((name) => (
        <MomentField
          key={name}
          label={t(name)}
          hint={name === 'lists' ? t('listsHint') : undefined}
          value={dates[name]}
          onChange={(moment) => write({ dates: { ...dates, [name]: moment } })}
          error={wrong(name)}
        />
      ))}
      <div className={styles.crowd}>
        <span>{t('crowd')}</span>
        <Switch label={t('crowd')} on={typed.crowd} onChange={(crowd) => write({ crowd })} />
      </div>
    </>
  )
}

/** Sector and market, and the sizes and the price of the offer. */
function Figures({ typed, write, wrong }: FieldsProps) {
  const t = useText('offers')
  const { figures } = typed
  const currency = typed.market === 'madrid' ? '€' : '$'
  return (
    <>
      <div className={styles.pair}>
        <Select
          boxed
          label={t('sector')}
          options={SECTORS.map((value) => ({ value, label: t(`sector_${value}`) }))}
          value={typed.sector}
          onChange={(sector) => write({ sector })}
        />
        <Select
          boxed
          label={t('market')}
          options={OFFER_MARKETS.map((value) => ({ value, label: t(`market_${value}`) }))}
          value={typed.market}
          onChange={(market) => write({ market })}
        />
      </div>
      <div className={styles.pair}>
        {(Object.keys(FIGURES) as FigureName[]).map((name) => (
          <NumberField
            key={name}
            label={t(name)}
            unit={name === 'price' ? currency : undefined}
            decimals={FIGURES[name]}
            value={figures[name]}
            onChange={(units) => write({ figures: { ...figures, [name]: units } })}
            error={wrong(name)}
          />
        ))}
      </div>
    </>
  )
}
