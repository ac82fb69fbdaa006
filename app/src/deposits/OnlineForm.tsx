import { useState } from 'react'
import type { Currency } from '@lonja/core/base/amount'
import { readCheckoutLink } from '@lonja/core/deposits/deposits.contract'
import { useFormats } from '@lonja/kit/formats'
import { newId } from '@lonja/kit/ids'
import { Button } from '@lonja/kit/parts/Button'
import { NumberField } from '@lonja/kit/parts/NumberField'
import { Segments } from '@lonja/kit/parts/Segments'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import type { Ways } from './deposit.ts'
import styles from './deposits.module.css'

/** An online deposit: its amount, and the link to the practice checkout page, which works once. */
export function OnlineForm({ ways }: { ways: Ways }) {
  const t = useText('deposits')
  const f = useFormats()
  const [id, setId] = useState(newId)
  const [cash, setCash] = useState<Currency>('EUR')
  const [amount, setAmount] = useState<bigint | null>(null)
  const [asked, setAsked] = useState<{ amount: bigint; currency: Currency } | null>(null)
  const [tried, setTried] = useState(false)
  const input = { id, amount: asked?.amount ?? 0n, currency: asked?.currency ?? 'EUR' }
  const link = useRead(readCheckoutLink, input, { quiet: true, enabled: asked !== null })
  const change = () => {
    setAsked(null)
    setId(newId())
  }
  const missing = tried && (amount === null || amount <= 0n) ? t('amountPositive') : undefined
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (amount !== null && amount > 0n) setAsked({ amount, currency: cash })
      }}
    >
      <Segments
        label={t('creditedIn')}
        labelShown
        value={cash}
        onChange={(next) => {
          change()
          setCash(next)
        }}
        options={[
          { value: 'EUR', label: t('euros') },
          { value: 'USD', label: t('dollars') },
        ]}
      />
      <NumberField
        tall
        label={t('amount')}
        unit={f.mark(cash)}
        decimals={2}
        value={amount}
        onChange={(next) => {
          change()
          setAmount(next)
        }}
        hint={t('minimumIs', { min: f.amount({ asset: cash, units: ways.minimum }) })}
        error={missing ?? (asked ? link.error?.msg : undefined)}
      />
      <p className={styles.soft}>{t('onlineNext', { count: ways.dueHours })}</p>
      <ToCheckout
        url={asked === null ? undefined : link.data?.url}
        endsAt={link.data?.endsAt}
        busy={asked !== null && link.isFetching}
        of={f.amount({ asset: cash, units: amount ?? 0n })}
      />
    </form>
  )
}

/** Asks for the link first; then leads to it. */
function ToCheckout(props: { url: string | undefined; endsAt: number | undefined; busy: boolean; of: string }) {
  const t = useText('deposits')
  const f = useFormats()
  if (props.url === undefined) return <Button type="submit" label={t('toCheckout')} busy={props.busy} />
  return (
    <>
      <p role="status" className={styles.soft}>
        {t('linkReady', { time: f.clock(props.endsAt ?? 0) })}
      </p>
      <Button label={t('openCheckout', { amount: props.of })} href={props.url} />
    </>
  )
}
