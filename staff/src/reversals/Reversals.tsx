import type { Currency } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { reversalReview } from '@lonja/core/reversals/reversals.review'
import { stopsWithdrawals } from '@lonja/core/reversals/reversals.rules'
import { decideReversal, openReversal, previewReversal } from '@lonja/core/reversals/reversals.staff.contract'
import { LANGUAGE_NAMES } from '@lonja/core/base/language'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { DefinitionRows, type Definition } from '@lonja/kit/parts/DefinitionRows'
import { useRead } from '@lonja/kit/reads'
import { useText, type Say } from '@lonja/kit/text'
import { NoticeBody } from '../notices/NoticePreview.tsx'
import { Card, Cards } from '../review/Card.tsx'
import { ReviewPage } from '../review/ReviewPage.tsx'
import { roleNames } from '../staff/roles.ts'

type Reversal = ReplyOf<typeof openReversal>

/** Reversals of credits that two people decide: the credit, the balance now, what would be taken and what would be owed. */
export function Reversals() {
  const t = useText('reversals')
  const m = useText('messages')
  const f = useFormats()
  return (
    <ReviewPage
      kind={reversalReview}
      title={t('title')}
      open={openReversal}
      decide={decideReversal}
      stateIn={(state) => t(`state_${state}`)}
      head={({ amount, number, at }) => ({ what: f.amount(amount), number, at })}
      then={(reversal, opinion): Definition[] =>
        opinion === 'refuse'
          ? [{ label: t('balance'), value: t('thenSame') }]
          : [
              ...shareIn(reversal, t, f),
              { label: t('thenWithdrawals'), value: t(stops(reversal) ? 'thenStopped' : 'thenGoOn') },
              {
                label: m('willRead', { language: LANGUAGE_NAMES[reversal.customer.language] }),
                value: <Notice reversal={reversal} />,
                long: true,
              },
            ]
      }
      evidence={(reversal) => <Evidence reversal={reversal} />}
    />
  )
}

const stops = ({ owed, wouldOwe }: Reversal): boolean => stopsWithdrawals(owed, wouldOwe)

/** The part of the amount that is taken at once, and the part that is owed. */
const shareIn = ({ taken, wouldOwe }: Reversal, t: Say<'reversals'>, f: Formats): Definition[] => [
  { label: t('thenTaken'), value: f.amount(taken) },
  { label: t('thenOwed'), value: wouldOwe.units === 0n ? t('nothing') : f.amount(wouldOwe) },
]

/** The notice that the customer gets with the second approval, if the balance stays as it is. */
function Notice({ reversal: { customer, amount, wouldOwe, reason } }: { reversal: Reversal }) {
  const { language } = customer
  const currency = amount.asset as Currency
  const terms = { language, currency, amount: amount.units, owed: wouldOwe.units, reason }
  return <NoticeBody language={language} read={useRead(previewReversal, terms, { quiet: true, keep: true })} />
}

function Evidence({ reversal }: { reversal: Reversal }) {
  const t = useText('reversals')
  const s = useText('staff')
  const f = useFormats()
  const { customer, amount, reason, askedBy, credit } = reversal
  return (
    <Cards>
      <Card title={t('customer')}>
        <strong>{customer.name ?? customer.phone}</strong>
        {customer.name !== null && <small>{customer.phone}</small>}
        <small>{t('joined', { day: f.dayBeside(customer.joinedAt) })}</small>
      </Card>
      <Card title={t('asked')}>
        <strong>{f.amount(amount)}</strong>
        <DefinitionRows
          tight
          rows={[
            { label: t('reason'), value: t(`reason_${reason}`) },
            ...shareIn(reversal, t, f),
            {
              label: t('askedBy'),
              value: t('bySeat', { seat: askedBy.number, role: roleNames(s, f, [askedBy.role]) }),
            },
          ]}
        />
      </Card>
      <Card title={t('credit')}>
        <strong>{f.amount(credit.amount)}</strong>
        <DefinitionRows
          tight
          rows={[
            { label: t(`credit_${credit.kind}`), value: f.date(credit.at) },
            { label: t('posting'), value: f.count(credit.posting) },
            {
              label: t('otherwise'),
              value: credit.reversed.units === 0n ? t('nothing') : f.amount(credit.reversed),
            },
          ]}
        />
      </Card>
      <Card title={t('balance')}>
        <DefinitionRows tight rows={useBalance(reversal, t)} />
      </Card>
    </Cards>
  )
}

/** The balance now, and what is under way, which a reversal leaves as it is. */
function useBalance({ free, held, owed, underWay }: Reversal, t: Say<'reversals'>): Definition[] {
  const f = useFormats()
  const open = [
    ...(underWay.orders > 0 ? [t('orders', { count: underWay.orders })] : []),
    ...(underWay.withdrawals > 0 ? [t('withdrawals', { count: underWay.withdrawals })] : []),
  ]
  return [
    { label: t('free'), value: f.amount(free) },
    { label: t('held'), value: f.amount(held) },
    { label: t('owes'), value: owed.length === 0 ? t('nothing') : owed.map((debt) => f.amount(debt)).join(' · ') },
    { label: t('underWay'), value: open.length === 0 ? t('nothing') : open.join(' · ') },
  ]
}
