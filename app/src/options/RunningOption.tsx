import { useState } from 'react'
import { eur, priceE4 } from '@lonja/core/base/amount'
import { MINUTE } from '@lonja/core/base/instant'
import { sellOption } from '@lonja/core/options/options.contract'
import { averageLoss, settleAbove } from '@lonja/core/options/options.rules'
import { useWaitForHouse } from '@lonja/kit/connection'
import { useFormats } from '@lonja/kit/formats'
import { useQuote } from '@lonja/kit/live'
import { Notice, Section } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Confirm } from '@lonja/kit/parts/Dialog'
import { toast } from '@lonja/kit/parts/toast'
import { useText } from '@lonja/kit/text'
import { useWrite } from '@lonja/kit/writes'
import { BigResult } from './BigResult.tsx'
import { countdownText, HUNDRED, staleAfterOption, useSeconds, type OptionStory } from './option.ts'
import { StrikeLine, midOf } from './StrikeLine.tsx'
import styles from './options.module.css'

/** The line begins as long before the entry, or half of its time. */
const LINE_MS = 8 * MINUTE

/** An option under way: what it would come to now, the time that is left, its strike and its terms. */
export function RunningOption({ option }: { option: OptionStory }) {
  const t = useText('options')
  const f = useFormats()
  const { listing, currency, side, stake, win, strike, marketAt, expiresAt, sale } = option
  return (
    <>
      <Section>
        <Now option={option} />
      </Section>
      <Section>
        <StrikeLine
          listing={listing}
          currency={currency}
          strike={strike?.mid ?? null}
          from={marketAt - Math.max(LINE_MS, (expiresAt - marketAt) / 2)}
          side={side}
          until={expiresAt}
          entry={marketAt}
          last={sale?.quote.mid ?? null}
        />
      </Section>
      <Section>
        <DefinitionRows
          rows={[
            { label: t('guess'), value: t(`side_${side}`) },
            { label: t('strike'), value: strike ? f.middle(strike.mid, currency) : t('strikeComes') },
            { label: t('staked'), value: f.amount(eur(stake)) },
            { label: t('ifWrong'), value: f.amount(eur(-stake), 'results'), tone: 'loss' },
            { label: t('ifRight'), value: f.amount(eur(win - stake), 'results'), tone: 'gain' },
            { label: t('expires'), value: f.date(expiresAt) },
          ]}
        />
        <p className={styles.soft}>{t('settling', { time: f.time(expiresAt) })}</p>
      </Section>
      <Sale option={option} />
    </>
  )
}

/** The result if it ended on the newest quote. The mean of the last ten decides. */
function Now({ option }: { option: OptionStory }) {
  const t = useText('options')
  const f = useFormats()
  const now = useSeconds()
  const live = midOf(useQuote(option.listing)) ?? option.sale?.quote.mid ?? null
  const { side, stake, strike, expiresAt, terms } = option
  const away = live === null || strike === null ? null : live - strike.mid
  const result = away === null ? null : settleAbove({ side, stake, terms }, away).paid - stake
  const average = f.amount(eur(-averageLoss(HUNDRED, terms.lossBps)), 'results')
  return (
    <div className={result !== null && result < 0n ? styles.loss : styles.calm}>
      <div className={styles.ends}>
        <p>{t('ifNow')}</p>
        <p>{t('left')}</p>
      </div>
      <div className={styles.ends}>
        <BigResult units={result} />
        <p className={styles.countdown} role="timer">
          {countdownText(expiresAt - now)}
        </p>
      </div>
      <p>
        {away === null
          ? t(strike === null ? 'noStrike' : 'noQuote')
          : away === 0n
            ? t('atStrike')
            : t(away < 0n ? 'below' : 'above', {
                by: f.middle(priceE4(away < 0n ? -away : away), option.currency),
              })}
      </p>
      <p>{t('averageShort', { amount: f.amount(eur(HUNDRED)), average })}</p>
    </div>
  )
}

/** The model's price with all of its inputs. */
function Sale({ option }: { option: OptionStory }) {
  const t = useText('options')
  const f = useFormats()
  const [isOpen, setOpen] = useState(false)
  const { sale, stake, terms, sellableUntil, currency } = option
  if (!sale)
    return (
      <Section>
        <Notice tone="ground" title={t('sellNow')}>
          {t('noSale', { time: f.time(sellableUntil) })}
        </Notice>
      </Section>
    )
  const result = sale.paid - stake
  return (
    <Section title={t('sellNow')}>
      <DefinitionRows
        rows={[
          { label: t('modelValue'), value: f.amount(eur(sale.value)) },
          {
            label: t('edge', { edge: f.rate(BigInt(terms.sellEdgeBps)) }),
            value: f.amount(eur(sale.paid - sale.value)),
          },
          { label: t('youReceive'), value: f.amount(eur(sale.paid)), total: true },
          {
            label: t('resultOfSale'),
            value: f.amount(eur(result), 'results'),
            tone: result < 0n ? 'loss' : 'gain',
          },
        ]}
      />
      <Button look="text" label={t(isOpen ? 'hideFormula' : 'formula')} onClick={() => setOpen(!isOpen)} />
      {isOpen && (
        <>
          <p className={styles.soft}>{t('formulaText')}</p>
          <DefinitionRows
            rows={[
              { label: t('chance'), value: f.rate(BigInt(Math.round(sale.chance / 100))) },
              { label: t('quoteOf', { time: f.time(sale.quote.at) }), value: f.middle(sale.quote.mid, currency) },
              { label: t('volatility'), value: f.rate(BigInt(Math.round(sale.volatility / 100))) },
            ]}
          />
        </>
      )}
    </Section>
  )
}

/**
 * Sells it back, for at least the price that is shown when the dialog opens. If it has fallen by then, the dialog goes on with
 * the next price that is read.
 */
export function SellDock({ option, sale }: { option: OptionStory; sale: NonNullable<OptionStory['sale']> }) {
  const t = useText('options')
  const f = useFormats()
  const waitsFor = useWaitForHouse()
  const [least, setLeast] = useState<bigint | null>(null)
  const [oldSale, setOldSale] = useState<typeof sale | null>(null)
  if (oldSale !== null && sale !== oldSale) {
    setOldSale(null)
    setLeast(sale.paid)
  }
  const { id, stake, expiresAt } = option
  const sell = useWrite(sellOption, {
    onReply: ({ paid }) => {
      staleAfterOption()
      setLeast(null)
      toast(t('sold', { amount: f.amount(eur(paid)) }), { kind: 'done' })
    },
    onRefusal: (refusal) => {
      staleAfterOption()
      if ('refused' in refusal && refusal.refused === 'option_price_lower') setOldSale(sale)
    },
  })
  const close = (): void => {
    setLeast(null)
    setOldSale(null)
    sell.forget()
  }
  return (
    <>
      <Button
        look="outline"
        label={t('sellFor', { amount: f.amount(eur(sale.paid)) })}
        second={t('orWait', { time: f.time(expiresAt) })}
        waitsFor={waitsFor}
        onClick={() => setLeast(sale.paid)}
      />
      {least !== null && (
        <Confirm
          title={t('sellAsk')}
          text={t('sellText', { amount: f.amount(eur(least)), result: f.amount(eur(least - stake), 'results') })}
          confirm={t('sellFor', { amount: f.amount(eur(least)) })}
          cancel={t('notNow')}
          busy={sell.isPending || oldSale !== null}
          error={sell.refusal?.msg}
          onConfirm={() => sell.mutate({ id, least })}
          onCancel={close}
        />
      )}
    </>
  )
}
