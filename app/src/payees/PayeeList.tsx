import { useState, type MouseEvent } from 'react'
import { MINUTE } from '@lonja/core/base/instant'
import { listPayees } from '@lonja/core/payees/payees.contract'
import { useFormats } from '@lonja/kit/formats'
import { back, replacePage, hrefTo, urlTo } from '@lonja/kit/nav'
import { useNow } from '@lonja/kit/now'
import { Block, Section } from '@lonja/kit/parts/blocks'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { BankIcon, CreditCardIcon, HourglassMediumIcon, TrashIcon, WalletIcon } from '@lonja/kit/parts/late-icons'
import { Row } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { hoursOf, nameOf, untilParts, type Payee } from './payee.ts'
import { RemovePayee } from './RemovePayee.tsx'
import styles from './payees.module.css'

/**
 * Asset management: wallets and bank cards for withdrawals, with the remaining wait of a new one. Spec:
 * /subPackages/bank/list.
 */
export function PayeeList() {
  const t = useText('payees')
  const f = useFormats()
  const { data, error, refetch } = useRead(listPayees, {}, { refetchMs: 60_000 })
  const [removing, setRemoving] = useState<Payee | null>(null)
  const rows = data?.rows
  const of = (kind: Payee['kind']) => rows?.filter((payee) => payee.kind === kind) ?? []
  return (
    <Screen title={t('title')} onBack={back} onRefresh={() => refetch()}>
      {!data && error && <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={4} line={false} boxed />}
      {rows?.length === 0 && <Empty text={t('none')} why={t('noneWhy')} icon={WalletIcon} />}
      <Group title={t('cards')} payees={of('card')} onRemove={setRemoving} />
      <Group title={t('wallets')} payees={of('wallet')} onRemove={setRemoving} />
      {data && data.waitMs > 0 && (
        <div className={styles.why}>
          <Block>
            <p>
              <b>{t('waitTitle', { count: hoursOf(data.waitMs) })}</b>
              {f.gap}
              {t('waitWhy')}
            </p>
          </Block>
        </div>
      )}
      {data && <AddWays full={data.rows.length >= data.most} most={data.most} />}
      {removing && data && (
        <RemovePayee payee={removing} hours={hoursOf(data.waitMs)} onClose={() => setRemoving(null)} />
      )}
    </Screen>
  )
}

function Group(props: { title: string; payees: readonly Payee[]; onRemove: (payee: Payee) => void }) {
  if (props.payees.length === 0) return null
  return (
    <Section title={props.title} flush>
      <ul className={styles.list}>
        {props.payees.map((payee) => (
          <PayeeRow key={payee.id} payee={payee} onRemove={() => props.onRemove(payee)} />
        ))}
      </ul>
    </Section>
  )
}

function PayeeRow({ payee, onRemove }: { payee: Payee; onRemove: () => void }) {
  const t = useText('payees')
  const f = useFormats()
  const Shape = payee.kind === 'card' ? BankIcon : WalletIcon
  const { wallet, card } = payee
  return (
    <li className={styles.payee}>
      <span className={styles.shape}>
        <Shape size={18} />
      </span>
      <div className={styles.said}>
        <h3>{nameOf(payee)}</h3>
        <p>{wallet ? t('addedAt', { address: wallet.address, time: f.dayBeside(payee.addedAt) }) : holderOf(card)}</p>
        <State payee={payee} />
      </div>
      <IconButton
        icon={TrashIcon}
        size={22}
        label={t('removeOne', { name: nameOf(payee), ending: payee.ending })}
        onClick={onRemove}
      />
    </li>
  )
}

const holderOf = (card: Payee['card']): string =>
  `${card?.iban.replaceAll(' ', '\u00a0') ?? ''} · ${card?.accountName ?? ''}`

/** The state of a payee: ready, the time from which it is, or the reason why it never will be. */
function State({ payee }: { payee: Payee }) {
  const t = useText('payees')
  const f = useFormats()
  const now = useNow(MINUTE)
  const { state, readyAt, withdrawals, underWay } = payee
  if (state === 'other_holder') {
    return (
      <p className={styles.state}>
        <StatusChip tone="loss" label={t('unusable')} /> <span>{t('otherHolder')}</span>
      </p>
    )
  }
  if (state === 'waiting') {
    const { hours, minutes } = untilParts(readyAt, now)
    const left = hours > 0 ? t('leftHours', { hours, minutes }) : t('leftMinutes', { count: minutes })
    return (
      <p className={styles.state}>
        <StatusChip tone="warn" icon={HourglassMediumIcon} label={left} />
        <span>{t('readyAt', { time: f.date(readyAt) })}</span>
      </p>
    )
  }
  return (
    <p className={styles.state}>
      <StatusChip tone="gain" label={t('ready')} />
      {withdrawals > 0 && <span>{t('withdrawals', { count: withdrawals })}</span>}
      {underWay > 0 && <span>{t('underWay', { count: underWay })}</span>}
    </p>
  )
}

interface AddWaysProps {
  full?: boolean
  most?: number
  instead?: boolean
}

/** The two buttons to add a payee, while there is room; with `instead` they replace the current page. */
export function AddWays({ full = false, most = 0, instead = false }: AddWaysProps) {
  const t = useText('payees')
  const lead = (path: string) => ({
    href: hrefTo(path),
    ...(instead && {
      onClick: (event: MouseEvent) => {
        event.preventDefault()
        replacePage(urlTo(path))
      },
    }),
  })
  if (full) return <p className={styles.full}>{t('full', { most })}</p>
  return (
    <div className={styles.ways}>
      <Row
        icon={CreditCardIcon}
        title={t('addCard')}
        caption={t('addCardWhat')}
        caret
        {...lead('/subPackages/bank/bankCard')}
      />
      <Row
        icon={WalletIcon}
        title={t('addWallet')}
        caption={t('addWalletWhat')}
        caret
        {...lead('/subPackages/bank/currency')}
      />
    </div>
  )
}
