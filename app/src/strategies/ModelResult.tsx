import { MODEL } from '@lonja/core/strategies/model'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { Section } from '@lonja/kit/parts/blocks'
import { CopiedHash } from '@lonja/kit/parts/CopiedHash'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { useText } from '@lonja/kit/text'
import styles from './strategies.module.css'

/** The amount of a session of the model's tests: its results are basis points of it. */
const TEST_AMOUNT = 10_000_00n

/** Basis points of a test as cents of the amount: -10.3 is -10.30 of 10,000. */
const write = (f: Formats, bps: number): string => f.cents(BigInt(Math.round(bps * 100)), 'results')

/** The result of the model where it was not trained: said before anybody uses it. */
export function ModelResult() {
  const t = useText('strategies')
  const f = useFormats()
  const { net, gross } = MODEL.outOfSample
  const band = ({ mean, lower, upper }: typeof net) => ({
    mean: write(f, mean),
    lower: write(f, lower),
    upper: write(f, upper),
  })
  return (
    <Section title={t('modelTitle')}>
      <div className={styles.loss}>
        <p>{t('modelPer', { amount: f.cents(TEST_AMOUNT) })}</p>
        <p className={styles.result}>{write(f, net.mean)}</p>
        <p>{t('modelBand', band(net))}</p>
        <p>{t('modelGross', band(gross))}</p>
      </div>
    </Section>
  )
}

/** The features of the model, its training and its tests, and the hash by which its training can be compared. */
export function ModelFacts() {
  const t = useText('strategies')
  const f = useFormats()
  const { outOfSample, weights, samples, listings, sessions, windowMinutes, horizonMinutes, seed, hash } = MODEL
  const count = (value: number) => f.count(BigInt(value))
  return (
    <Section title={t('modelReads')}>
      <ul className={styles.reads}>
        {weights.map(({ name }) => (
          <li key={name}>{t(`feature_${name}`)}</li>
        ))}
      </ul>
      <DefinitionRows
        rows={[
          { label: t('modelWindow'), value: t('minutes', { count: windowMinutes }) },
          { label: t('modelHorizon'), value: t('minutes', { count: horizonMinutes }) },
          { label: t('modelSeed'), value: seed },
        ]}
      />
      <p className={styles.soft}>
        {t('modelTrained', { samples: count(samples), listings: count(listings), sessions: count(sessions) })}
      </p>
      <p className={styles.soft}>
        {t('modelTested', {
          houses: count(outOfSample.houses),
          days: count(outOfSample.days),
          sessions: count(outOfSample.sessions),
          fills: count(outOfSample.fills),
        })}
      </p>
      <CopiedHash label={t('modelHash')} hash={hash} />
    </Section>
  )
}
