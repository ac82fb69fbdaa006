import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { Row } from '@lonja/kit/parts/Row'
import { useText } from '@lonja/kit/text'
import { STATES, type Deposit } from './deposit.ts'

/** A deposit in a list: the cash credited, its method, time and state. It opens the timeline. */
export function DepositRow({ deposit }: { deposit: Deposit }) {
  const t = useText('deposits')
  const f = useFormats()
  const { id, number, cash, coins, at, state } = deposit
  const way = coins ? coins.currency : t('onlineShort')
  return (
    <Row
      title={f.amount(cash)}
      caption={`${number} · ${way}`}
      value={<StatusChip tone={STATES[state].tone} label={t(STATES[state].text)} />}
      valueCaption={f.date(at)}
      href={hrefTo('/subPackages/recharge/record', { id })}
    />
  )
}
