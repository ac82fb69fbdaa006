import type { ReplyOf } from '@lonja/core/base/contract'
import { loanRepaymentReview } from '@lonja/core/loans/loans.review'
import { decideRepayment, openRepayment } from '@lonja/core/loans/loans.staff.contract'
import { useFormats } from '@lonja/kit/formats'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { useText } from '@lonja/kit/text'
import { Card, Cards } from '../review/Card.tsx'
import { ReviewPage } from '../review/ReviewPage.tsx'

type Repayment = ReplyOf<typeof openRepayment>

/** Waiting repayments of loans: what is held for them, and the debt before and after. */
export function LoanRepayments() {
  const t = useText('loans')
  const f = useFormats()
  return (
    <ReviewPage
      kind={loanRepaymentReview}
      title={t('repaymentsTitle')}
      open={openRepayment}
      decide={decideRepayment}
      stateIn={(state) => t(`repayment_${state}`)}
      head={({ amount, number, at }) => ({ what: f.amount(amount), number, at })}
      then={({ amount, owedAfter }, opinion) => [
        opinion === 'refuse'
          ? { label: t('thenFree'), value: f.amount(amount) }
          : { label: t('thenOwes'), value: f.amount({ asset: 'EUR', units: owedAfter }) },
      ]}
      evidence={(repayment) => <Evidence repayment={repayment} />}
    />
  )
}

function Evidence({ repayment }: { repayment: Repayment }) {
  const t = useText('loans')
  const f = useFormats()
  const { customer, amount, loan, owed, owedAfter, returned } = repayment
  const inEuros = (units: bigint) => f.amount({ asset: 'EUR', units })
  return (
    <Cards>
      <Card title={t('customer')}>
        <strong>{customer.name ?? customer.phone}</strong>
        <small>{t('joined', { day: f.dayBeside(customer.joinedAt) })}</small>
      </Card>
      <Card title={t('repayment')}>
        <DefinitionRows
          tight
          rows={[
            { label: t('held'), value: f.amount(amount) },
            { label: t('owed'), value: inEuros(owed) },
            { label: t('returned'), value: inEuros(returned) },
            { label: t('owedAfter'), value: inEuros(owedAfter) },
          ]}
        />
      </Card>
      <Card title={t('loanTitle', { number: loan.number })}>
        <DefinitionRows
          tight
          rows={[
            { label: t('amount'), value: f.amount(loan.amount) },
            { label: t('paidOut'), value: f.date(loan.paidOutAt) },
          ]}
        />
      </Card>
    </Cards>
  )
}
