import { divideHalfEven, eur } from '@lonja/core/base/amount'
import { toneFor } from '@lonja/core/base/formats'
import { aboveStrike, settle } from '@lonja/core/options/options.rules'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { Section } from '@lonja/kit/parts/blocks'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Row } from '@lonja/kit/parts/Row'
import { Timeline } from '@lonja/kit/parts/Timeline'
import { useText } from '@lonja/kit/text'
import { OPTION_TONES, type OptionStory } from './option.ts'
import styles from './options.module.css'

/** An option that has ended: its result, the quotes that it follows from, worked out again here, and its steps. */
export function EndedOption({ option }: { option: OptionStory }) {
  const t = useText('options')
  const f = useFormats()
  const { id, state, side, stake, paid, strike, mean, currency, expiresAt, at, endedAt, sale } = option
  const result = (paid ?? 0n) - stake
  return (
    <>
      <Section>
        <div className={styles.ends}>
          <h2 className={styles.resultHead}>{f.amount(eur(result), 'results')}</h2>
          <StatusChip tone={OPTION_TONES[state]} label={t(`state_${state}`)} />
        </div>
        <p className={styles.soft}>
          {t(`ended_${side}`, { strike: strike ? f.price(strike.mid, currency) : '-', time: f.time(expiresAt) })}
        </p>
      </Section>
      <Section>
        <DefinitionRows
          rows={[
            { label: t('strike'), value: strike ? f.price(strike.mid, currency) : '-' },
            ...(sale
              ? [{ label: t('chance'), value: f.rate(BigInt(Math.round(sale.chance / 100))) }]
              : [{ label: t('mean'), value: mean === null ? '-' : f.units(mean, 4) }]),
            { label: t('staked'), value: f.amount(eur(stake)) },
            { label: t('received'), value: f.amount(eur(paid ?? 0n)) },
            { label: t('result'), value: f.amount(eur(result), 'results'), tone: toneFor(result), total: true },
          ]}
        />
      </Section>
      {!sale && <Proof option={option} />}
      <Section title={t('steps')}>
        <Timeline
          label={t('steps')}
          steps={[
            {
              label: t('stepEntry'),
              at: f.date(at),
              note: t('stepEntryNote', { amount: f.amount(eur(stake)) }),
              state: 'done',
            },
            {
              label: t(`state_${state}`),
              at: endedAt === null ? undefined : f.date(endedAt),
              state: result < 0n ? 'bad' : 'good',
            },
          ]}
        />
      </Section>
      <Section>
        <Row
          dense
          caret
          title={t('seeEntries')}
          href={hrefTo('/subPackages/portfolio/funds', { cause: id, causeKind: 'option' })}
        />
      </Section>
    </>
  )
}

/** The last quotes, and whether the result follows from them by the same rule on this device. */
function Proof({ option }: { option: OptionStory }) {
  const t = useText('options')
  const f = useFormats()
  const { side, stake, terms, strike, events, state, paid, currency } = option
  const anew = settle({ side, stake, terms }, strike, events)
  const holds = anew.end === state && anew.paid === paid
  const away = strike === null || events.length === 0 ? null : aboveStrike(strike, events)
  return (
    <Section
      title={t('proof')}
      right={<StatusChip tone={holds ? 'gain' : 'loss'} label={t(holds ? 'holds' : 'differs')} />}
    >
      <p className={styles.soft}>{t('proofText', { count: f.count(BigInt(events.length)) })}</p>
      <ul className={styles.events} aria-label={t('quotes')}>
        {events.map(({ at, mid }) => (
          <li key={at}>
            <time>{f.time(at)}</time>
            <span>{f.price(mid, currency)}</span>
          </li>
        ))}
      </ul>
      {away !== null && (
        <DefinitionRows
          rows={[
            {
              label: t('againstStrike'),
              value: f.units(divideHalfEven(away, BigInt(2 * events.length)), 4, 'results'),
            },
          ]}
        />
      )}
    </Section>
  )
}
