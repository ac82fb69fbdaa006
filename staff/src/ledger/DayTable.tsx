import type { ReplyOf } from '@lonja/core/base/contract'
import type { readHouseDay } from '@lonja/core/ledger/house.staff.contract'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { cx } from '@lonja/kit/parts/cx'
import { useText } from '@lonja/kit/text'
import styles from './Ledger.module.css'

export type CurrencyDay = ReplyOf<typeof readHouseDay>['currencies'][number]
type AccountDay = CurrencyDay['accounts'][number]
type Source = AccountDay['sources'][number]

/** An account's day, or one kind of entry behind it, whose entries are shown beside the table. */
export interface DayChoice {
  readonly account: AccountDay['account']
  readonly currency: CurrencyDay['currency']
  readonly kind?: Source['kind']
}

/** A day, from an instant on and before another. */
export interface Span {
  readonly from: number
  readonly to: number
}

export const chosenKey = ({ account, currency, kind }: DayChoice): string => [currency, account, kind ?? ''].join(' ')

interface Choosing {
  readonly chosen: DayChoice | null
  /** Null for a seat that may not read the entries behind an account. */
  readonly onChoose: ((chosen: DayChoice) => void) | null
}

/** One currency of a day: each account from its opening to its closing, what customers have, and the sum of both. */
export function DayTable({ day, ...choosing }: { day: CurrencyDay } & Choosing) {
  const t = useText('ledger')
  const f = useFormats()
  const { currency, accounts, customers, sum } = day
  const isWhole = sum.opening === 0n && sum.closing === 0n && accounts.every(({ agrees }) => agrees)
  return (
    <section className={styles.day} aria-label={t(`asset_${currency}`)}>
      <h2>
        {t(`asset_${currency}`)}
        <StatusChip tone={isWhole ? 'gain' : 'loss'} label={t(isWhole ? 'dayAgrees' : 'dayDisagrees')} />
      </h2>
      <table className={styles.table}>
        <caption className="said">{t('dayOf', { currency })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('account')}</th>
            <th scope="col">{t('opening')}</th>
            <th scope="col">{t('came')}</th>
            <th scope="col">{t('went')}</th>
            <th scope="col">{t('closing')}</th>
          </tr>
        </thead>
        {accounts.map((account) => (
          <AccountRows key={account.account} currency={currency} account={account} {...choosing} />
        ))}
        <tbody>
          <tr>
            <th scope="row">{t('customers')}</th>
            <Figures f={f} of={customers} />
          </tr>
          <tr className={styles.total}>
            <th scope="row">{t('sum')}</th>
            <Figure label={t('opening')} value={f.cents(sum.opening)} bad={sum.opening !== 0n} />
            <Figure label={t('came')} value="" />
            <Figure label={t('went')} value="" />
            <Figure label={t('closing')} value={f.cents(sum.closing)} bad={sum.closing !== 0n} />
          </tr>
        </tbody>
      </table>
    </section>
  )
}

/** An account with the kinds of entry that moved it in the day. */
function AccountRows(props: { currency: CurrencyDay['currency']; account: AccountDay } & Choosing) {
  const { currency, account: row, chosen, onChoose } = props
  const t = useText('ledger')
  const f = useFormats()
  const { account, agrees, sources } = row
  return (
    <tbody>
      <tr>
        <th scope="row">
          {t(`account_${account}`)}
          {!agrees && <small className={styles.bad}>{t('accountDisagrees')}</small>}
        </th>
        <Figures f={f} of={row} />
      </tr>
      {sources.map(({ kind, came, went, entries }) => {
        const of: DayChoice = { account, currency, kind }
        const isChosen = chosen !== null && chosenKey(chosen) === chosenKey(of)
        const label = `${t(`kind_${kind}`)} · ${t('entryCount', { count: entries })}`
        return (
          <tr key={kind} className={cx(styles.source, isChosen && styles.chosen)}>
            <th scope="row">
              {onChoose === null ? (
                label
              ) : (
                <button type="button" aria-pressed={isChosen} onClick={() => onChoose(of)}>
                  {label}
                </button>
              )}
            </th>
            <Figure label={t('opening')} value="" />
            <Figure label={t('came')} value={came === 0n ? '' : f.cents(came)} />
            <Figure label={t('went')} value={went === 0n ? '' : f.cents(went)} />
            <Figure label={t('closing')} value="" />
          </tr>
        )
      })}
    </tbody>
  )
}

function Figures({ f, of }: { f: Formats; of: Omit<AccountDay, 'account' | 'agrees' | 'sources'> }) {
  const t = useText('ledger')
  return (
    <>
      <Figure label={t('opening')} value={f.cents(of.opening)} />
      <Figure label={t('came')} value={of.came === 0n ? '' : f.cents(of.came)} />
      <Figure label={t('went')} value={of.went === 0n ? '' : f.cents(of.went)} />
      <Figure label={t('closing')} value={f.cents(of.closing)} />
    </>
  )
}

/** A figure under its column; on a phone, where the columns stand below each other, with its label. */
const Figure = ({ label, value, bad }: { label: string; value: string; bad?: boolean }) => (
  <td className={cx(bad && styles.bad)} data-empty={value === '' || undefined}>
    <span className={styles.label}>{label}</span>
    {value}
  </td>
)
