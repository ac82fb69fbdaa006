import { divideHalfEven, eur, priceE4 } from '@lonja/core/base/amount'
import { toneFor } from '@lonja/core/base/formats'
import { priceText } from '@lonja/core/base/wire'
import { checkEvidence } from '@lonja/core/options/evidence.check'
import { evidenceText } from '@lonja/core/options/evidence.text'
import { aboveStrike, twiceMid } from '@lonja/core/options/options.rules'
import { saveFile } from '@lonja/kit/download'
import { useFormats } from '@lonja/kit/formats'
import { goTo, hrefTo, urlTo } from '@lonja/kit/nav'
import { Block, Section } from '@lonja/kit/parts/blocks'
import { Button, Buttons } from '@lonja/kit/parts/Button'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Timeline } from '@lonja/kit/parts/Timeline'
import { toast } from '@lonja/kit/parts/toast'
import { useText } from '@lonja/kit/text'
import { OPTION_TONES, type StoryWithEnd } from './option.ts'
import styles from './options.module.css'

/** An option that has ended: its result, the quotes that it follows from, worked out again here, and its steps. */
export function EndedOption({ option }: { option: StoryWithEnd }) {
  const t = useText('options')
  const f = useFormats()
  const { state, stake, paid, strike, mean, currency, at, endedAt, sale } = option
  const result = paid - stake
  return (
    <>
      <Section>
        <div className={styles.ends}>
          <h2 className={styles.resultHead}>{f.amount(eur(result), 'results')}</h2>
          <StatusChip tone={OPTION_TONES[state]} label={t(`state_${state}`)} />
        </div>
        <Why option={option} />
      </Section>
      <Section>
        <DefinitionRows
          rows={[
            { label: t('strike'), value: strike ? f.middle(strike.mid, currency) : '-' },
            ...(sale ? [] : [{ label: t('mean'), value: mean === null ? '-' : f.units(mean, 4) }]),
            { label: t('staked'), value: f.amount(eur(stake)) },
            { label: t('received'), value: f.amount(eur(paid)) },
            { label: t('result'), value: f.amount(eur(result), 'results'), tone: toneFor(result), total: true },
          ]}
        />
      </Section>
      <Proof option={option} />
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
            { label: t(`state_${state}`), at: f.date(endedAt), state: result < 0n ? 'bad' : 'good' },
          ]}
        />
      </Section>
    </>
  )
}

/** The guess, and why the stake was given back. */
function Why({ option: { state, side, strike, events, currency, expiresAt } }: { option: StoryWithEnd }) {
  const t = useText('options')
  const f = useFormats()
  const time = f.time(expiresAt)
  return (
    <p className={styles.soft}>
      {f.sentences(
        strike && t(`ended_${side}`, { strike: f.middle(strike.mid, currency), time }),
        state === 'refunded' &&
          (strike === null ? t('refundedStrike') : t('refundedFew', { count: f.count(BigInt(events.length)), time })),
      )}
    </p>
  )
}

/** The quotes or the sale that ended it, and whether the end follows from its file by the second implementation, on this device. */
function Proof({ option }: { option: StoryWithEnd }) {
  const t = useText('options')
  const proof = useText('proof')
  const { listing, sale, events } = option
  const holds = checkEvidence(evidenceText(option)).length === 0
  const last = sale?.quote ?? events.at(-1)
  return (
    <Section>
      <Block>
        <div className={styles.ends}>
          <h2 className={styles.proofHead}>{t('proof')}</h2>
          <StatusChip tone={holds ? 'gain' : 'loss'} label={t(holds ? 'holds' : 'differs')} />
        </div>
        {sale ? <SaleFacts option={option} sale={sale} /> : <Quotes option={option} />}
        <p className={styles.soft}>{t('seeds')}</p>
        {last && (
          <Button
            small
            look="text"
            label={proof('link')}
            onClick={() =>
              goTo(
                urlTo('/subPackages/proof/price', {
                  listing,
                  at: String(last.at),
                  bid: priceText(last.bid),
                  ask: priceText(last.ask),
                }),
              )
            }
          />
        )}
      </Block>
    </Section>
  )
}

/** The last quotes with their sum, and their mean against the strike. */
function Quotes({ option: { strike, events, mean, expiresAt } }: { option: StoryWithEnd }) {
  const t = useText('options')
  const f = useFormats()
  const count = BigInt(events.length)
  const twice = events.reduce((sum, event) => sum + twiceMid(event), 0n)
  const away = strike === null || mean === null ? null : aboveStrike(strike, events)
  return (
    <>
      <p className={styles.soft}>{t('proofText', { count: f.count(count), time: f.time(expiresAt) })}</p>
      <ul className={styles.events} aria-label={t('quotes')}>
        {events.map(({ at, mid }) => (
          <li key={at}>
            <time dateTime={new Date(at).toISOString()}>
              <span aria-hidden>{f.time(at).slice(-3)}</span>
              <span className="said">{f.time(at)}</span>
            </time>
            <span>{f.middle(mid)}</span>
          </li>
        ))}
      </ul>
      {mean !== null && (
        <DefinitionRows
          tight
          rows={[
            {
              label: t('sum', { sum: f.middle(priceE4(divideHalfEven(twice, 2n))), count: f.count(count) }),
              value: f.units(mean, 4),
            },
            ...(away === null
              ? []
              : [{ label: t('againstStrike'), value: f.units(divideHalfEven(away, 2n * count), 4, 'results') }]),
          ]}
        />
      )}
    </>
  )
}

/** The model's price at which it was sold, with its inputs. */
function SaleFacts({ option, sale }: { option: StoryWithEnd; sale: NonNullable<StoryWithEnd['sale']> }) {
  const t = useText('options')
  const f = useFormats()
  return (
    <DefinitionRows
      tight
      rows={[
        { label: t('quoteOf', { time: f.time(sale.quote.at) }), value: f.middle(sale.quote.mid, option.currency) },
        { label: t('volatility'), value: f.rate(BigInt(Math.round(sale.volatility / 100))) },
        { label: t('chance'), value: f.rate(BigInt(Math.round(sale.chance / 100))) },
        { label: t('modelValue'), value: f.amount(eur(sale.value)) },
        {
          label: t('edge', { edge: f.rate(BigInt(option.terms.sellEdgeBps)) }),
          value: f.amount(eur(sale.paid - sale.value)),
        },
      ]}
    />
  )
}

/** Its entries, and its file for a check elsewhere. */
export function EndedDock({ option }: { option: StoryWithEnd }) {
  const t = useText('options')
  const save = () => {
    const name = `${option.number}.txt`
    saveFile(new Blob([evidenceText(option)], { type: 'text/plain' }), name)
    toast(t('saved', { name }), { kind: 'done' })
  }
  return (
    <Buttons>
      <Button
        look="outline"
        label={t('seeEntries')}
        href={hrefTo('/subPackages/portfolio/funds', { cause: option.id, causeKind: 'option' })}
      />
      <Button look="outline" label={t('save')} onClick={save} />
    </Buttons>
  )
}
