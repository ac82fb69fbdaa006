import { BPS } from '@lonja/core/base/amount'
import { CROWD_PERCENT } from '@lonja/core/ipo/crowd.rules'
import { useFormats } from '@lonja/kit/formats'
import { Section } from '@lonja/kit/parts/blocks'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { useText } from '@lonja/kit/text'
import { demandFor, type WholeOffer } from './offer.ts'
import styles from './ipo.module.css'

/** The demand for an offer, and how much of it is the invented crowd's. */
export function Demand({ offer }: { offer: WholeOffer }) {
  const t = useText('ipo')
  const f = useFormats()
  const { customersLots, crowdLots, lots, crowd } = offer
  const isUnknown = crowd && crowdLots === null
  const demand = customersLots + (crowdLots ?? 0n)
  const crowdShare = crowdLots === null || demand === 0n ? null : (crowdLots * BPS) / demand
  const lotsOf = (count: bigint) => t('lotsOf', { count })
  return (
    <Section title={t('demand')}>
      <DefinitionRows
        rows={[
          { label: t('demandCustomers'), value: lotsOf(customersLots) },
          {
            label: t('demandCrowd'),
            note: crowdShare === null ? undefined : f.rate(crowdShare),
            value: crowd ? (crowdLots === null ? t('crowdLater') : lotsOf(crowdLots)) : t('crowdNone'),
          },
          { label: t('offered'), value: lotsOf(lots) },
          {
            label: t(isUnknown ? 'demandSoFar' : 'demandTimes'),
            value: t('times', { times: f.units(demandFor(offer), 2) }),
            total: true,
          },
        ]}
      />
      {crowd && <p className={styles.soft}>{t('crowdWhat')}</p>}
      {isUnknown && (
        <p className={styles.soft}>
          {t('crowdRange', {
            least: f.units(CROWD_PERCENT.least / 10n, 1),
            most: f.units(CROWD_PERCENT.most / 10n, 1),
          })}
        </p>
      )}
    </Section>
  )
}
