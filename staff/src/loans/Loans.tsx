import type { ReplyOf } from '@lonja/core/base/contract'
import { loanReview } from '@lonja/core/loans/loans.review'
import { decideLoan, openLoan } from '@lonja/core/loans/loans.staff.contract'
import { useFormats } from '@lonja/kit/formats'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { useText } from '@lonja/kit/text'
import { AcceptedDocuments } from '../documents/AcceptedDocuments.tsx'
import { Card, Cards } from '../review/Card.tsx'
import { Checks } from '../review/Checks.tsx'
import { Picture } from '../review/Picture.tsx'
import { ReviewPage } from '../review/ReviewPage.tsx'

type Application = ReplyOf<typeof openLoan>

/** Waiting applications for loans: the checks, the applicant beside the verified identity, the limit, and the signature. */
export function Loans() {
  const t = useText('loans')
  const f = useFormats()
  return (
    <ReviewPage
      kind={loanReview}
      title={t('title')}
      open={openLoan}
      decide={decideLoan}
      stateIn={(state) => t(`state_${state}`)}
      head={({ amount, number, at }) => ({ what: f.amount(amount), number, at })}
      then={({ amount, cost }, opinion) =>
        opinion === 'refuse'
          ? [{ label: t('thenNotPaid'), value: f.amount(amount) }]
          : [
              { label: t('thenPaid'), value: f.amount(amount) },
              { label: t('cost'), value: f.amount({ asset: 'EUR', units: cost }) },
            ]
      }
      evidence={(application) => <Evidence application={application} />}
    />
  )
}

function Evidence({ application }: { application: Application }) {
  const t = useText('loans')
  const f = useFormats()
  const { checks, applicant, customer, accepted, signed } = application
  return (
    <>
      <Checks
        checks={checks.map(({ check, ok }) => ({
          label: t(`check_${check}`),
          value: t(ok === null ? 'checkOpen' : ok ? 'checkYes' : 'checkNo'),
          state: ok === null ? 'open' : ok ? 'passed' : 'failed',
        }))}
      />
      <Cards>
        <Card title={t('customer')}>
          <strong>{customer.verifiedName ?? customer.name ?? customer.phone}</strong>
          <small>{t('joined', { day: f.dayBeside(customer.joinedAt) })}</small>
        </Card>
        <Card title={t('applicant')}>
          {applicant ? (
            <>
              <strong>{applicant.name}</strong>
              <DefinitionRows
                tight
                rows={[
                  { label: t('number'), value: applicant.number },
                  { label: t('address'), value: applicant.address },
                  { label: t('phone'), value: applicant.phone },
                  { label: t('email'), value: applicant.email },
                ]}
              />
            </>
          ) : (
            <small>{t('applicantRemoved')}</small>
          )}
        </Card>
        <LimitCard application={application} />
        <TermsCard application={application} />
        <Card title={t('signature')}>
          {signed.picture === null ? (
            <strong>{t('typed', { name: signed.name ?? '-' })}</strong>
          ) : (
            <Picture customer={customer.id} id={signed.picture} label={t('drawn')} removed={false} />
          )}
          <AcceptedDocuments rows={accepted} />
        </Card>
      </Cards>
    </>
  )
}

function LimitCard({ application: { equity, limit, borrowed } }: { application: Application }) {
  const t = useText('loans')
  const f = useFormats()
  const inEuros = (units: bigint) => f.amount({ asset: 'EUR', units })
  return (
    <Card title={t('limitTitle')}>
      <DefinitionRows
        tight
        rows={[
          { label: t('equity'), value: equity === null ? t('checkOpen') : inEuros(equity) },
          { label: t('limit'), value: inEuros(limit) },
          { label: t('borrowed'), value: inEuros(borrowed) },
        ]}
      />
    </Card>
  )
}

function TermsCard({ application: { terms, cost } }: { application: Application }) {
  const t = useText('loans')
  const f = useFormats()
  return (
    <Card title={t('terms')}>
      <DefinitionRows
        tight
        rows={[
          { label: t('rate'), value: f.rate(BigInt(terms.yearBps)) },
          { label: t('term'), value: t('termNights', { count: terms.nights }) },
          { label: t('cost'), value: f.amount({ asset: 'EUR', units: cost }) },
        ]}
      />
    </Card>
  )
}
