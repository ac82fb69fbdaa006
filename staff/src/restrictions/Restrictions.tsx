import type { ReplyOf } from '@lonja/core/base/contract'
import { restrictionReview } from '@lonja/core/restrictions/restrictions.review'
import { decideRestriction, openRestriction } from '@lonja/core/restrictions/restrictions.staff.contract'
import { useFormats } from '@lonja/kit/formats'
import { DefinitionRows, type Definition } from '@lonja/kit/parts/DefinitionRows'
import { useText, type Say } from '@lonja/kit/text'
import { Card, Cards } from '../review/Card.tsx'
import { ReviewPage } from '../review/ReviewPage.tsx'
import { roleNames } from '../staff/roles.ts'
import { UnderWay } from './UnderWay.tsx'

type Request = ReplyOf<typeof openRestriction>

/** Long restrictions and liftings that wait for two people: what is asked, what is in force, what is under way. */
export function Restrictions() {
  const t = useText('restrictions')
  const f = useFormats()
  return (
    <ReviewPage
      kind={restrictionReview}
      title={t('title')}
      open={openRestriction}
      decide={decideRestriction}
      stateIn={(state) => t(`state_${state}`)}
      head={({ act, level, number, at }) => ({ what: t(`act_${act}`, { level: t(`level_${level}`) }), number, at })}
      then={({ act, until }, opinion) => [
        {
          label: t('thenAccount'),
          value:
            opinion === 'refuse'
              ? t('thenSame')
              : act === 'lift'
                ? t('thenFree')
                : t('thenRestricted', { time: f.date(until) }),
        },
      ]}
      evidence={(request) => <Evidence request={request} />}
    />
  )
}

function Evidence({ request }: { request: Request }) {
  const t = useText('restrictions')
  const s = useText('staff')
  const f = useFormats()
  const { customer, act, level, reason, until, askedBy, note, inForce, underWay } = request
  const seat = t('bySeat', { seat: askedBy.number, role: roleNames(s, f, [askedBy.role]) })
  return (
    <>
      <Cards>
        <Card title={t('customer')}>
          <strong>{customer.name ?? customer.phone}</strong>
          {customer.name !== null && <small>{customer.phone}</small>}
          <small>{t('joined', { day: f.dayBeside(customer.joinedAt) })}</small>
        </Card>
        <Card title={t('asked')}>
          <strong>{t(`act_${act}`, { level: t(`level_${level}`) })}</strong>
          <small>{t(`works_${level}`)}</small>
          <DefinitionRows
            tight
            rows={[
              { label: t('reason'), value: t(`reason_${reason}`) },
              { label: t('until'), value: f.date(until) },
              { label: t('askedBy'), value: seat },
              ...noteRow(t, note),
            ]}
          />
        </Card>
        <Card title={t('inForce')}>
          <strong>{inForce ? t(`level_${inForce.level}`) : t('noneInForce')}</strong>
          {inForce && (
            <DefinitionRows
              tight
              rows={[
                { label: t('reason'), value: t(`reason_${inForce.reason}`) },
                { label: t('since'), value: f.date(inForce.madeAt) },
                { label: t('until'), value: f.date(inForce.untilAt) },
                ...noteRow(t, inForce.note),
              ]}
            />
          )}
        </Card>
      </Cards>
      {act === 'restrict' && <UnderWay underWay={underWay} level={level} />}
    </>
  )
}

const noteRow = (t: Say<'restrictions'>, note: string | null): Definition[] =>
  note === null ? [] : [{ label: t('noteRead'), value: note, long: true }]
