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
  const lotsOf = (count: bigint) => t('lotsOf', { count })
  return (
    <Section title={t('demand')}>
      <DefinitionRows
        rows={[
          { label: t('demandCustomers'), value: lotsOf(customersLots) },
          {
            label: t('demandCrowd'),
            value: crowd ? (crowdLots === null ? t('crowdLater') : lotsOf(crowdLots)) : t('crowdNone'),
          },
          { label: t('offered'), value: lotsOf(lots) },
          { label: t('demandTimes'), value: t('times', { times: f.units(demandFor(offer), 2) }), total: true },
        ]}
      />
      {crowd && <p className={styles.soft}>{t('crowdWhat')}</p>}
    </Section>
  )
}
