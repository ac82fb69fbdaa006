import type { ReplyOf } from '@lonja/core/base/contract'
import type { openKyc } from '@lonja/core/kyc/kyc.staff.contract'
import { useFormats } from '@lonja/kit/formats'
import { Notice } from '@lonja/kit/parts/blocks'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { useText } from '@lonja/kit/text'
import { Card, Cards } from '../review/Card.tsx'
import { Checks } from '../review/Checks.tsx'
import { Picture } from '../review/Picture.tsx'
import { Pictures } from '../review/Pictures.tsx'

export type Identity = ReplyOf<typeof openKyc>

/** The evidence of an identity check: the customer's data, the documents, the automatic checks. */
export function IdentityEvidence({ identity }: { identity: Identity }) {
  const t = useText('kyc')
  const f = useFormats()
  const { customer, checks, papers, earlier, sample } = identity
  return (
    <>
      {sample && <Notice tone="warn">{t('sample')}</Notice>}
      <Checks
        checks={checks.map(({ check, ok }) => ({
          label: t(`check_${check}`),
          value: t(ok === null ? 'checkOpen' : ok ? 'checkYes' : 'checkNo'),
          state: ok === null ? 'open' : ok ? 'passed' : 'failed',
        }))}
      />
      <Cards>
        <Card title={t('written')}>
          <DefinitionRows
            tight
            rows={[
              { label: t('field_firstName'), value: identity.firstName },
              { label: t('field_lastName'), value: identity.lastName },
              { label: t(identity.type === 'passport' ? 'passport' : 'id_card'), value: identity.number },
            ]}
          />
        </Card>
        <Card title={t('customer')}>
          <strong>{customer.name ?? customer.phone}</strong>
          {customer.name !== null && <small>{customer.phone}</small>}
          <small>{t('joined', { day: f.dayBeside(customer.joinedAt) })}</small>
          {earlier.map(({ id, submittedAt, reason }) => (
            <small key={id}>{t('earlier', { day: f.dayBeside(submittedAt), reason: reason?.title ?? '-' })}</small>
          ))}
        </Card>
      </Cards>
      <Pictures title={t('papers')}>
        {papers.map(({ id, side, views, removedAt }) => (
          <Picture
            key={id}
            customer={customer.id}
            id={id}
            label={`${t(`field_${side}`)} · ${t('views', { count: views })}`}
            removed={removedAt !== null}
          />
        ))}
      </Pictures>
    </>
  )
}
