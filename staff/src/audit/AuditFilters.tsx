import type { exportAudit } from '@lonja/core/audit/audit.staff.contract'
import type { InputOf } from '@lonja/core/base/contract'
import { customerNumber, idEndOfDigits } from '@lonja/core/base/numbers'
import { ACT_NAMES } from '@lonja/core/lists'
import { dayEnd, dayStart } from '@lonja/kit/day-filter'
import { goTo, hrefTo, urlTo, usePlace, useQuery } from '@lonja/kit/nav'
import { ChoiceFilter, DayFilter, FilterPair, Filters, TextFilter } from '@lonja/kit/parts/Filters'
import { useText } from '@lonja/kit/text'
import styles from './AuditLog.module.css'

export type AuditInput = InputOf<typeof exportAudit>

const NAMES = ['seat', 'account', 'act', 'from', 'to'] as const
type Name = (typeof NAMES)[number]

export interface Filter {
  readonly values: Readonly<Record<Name, string>>
  readonly input: AuditInput
  readonly isEmpty: boolean
  readonly set: (name: Name, value: string) => void
}

/** The filters as the address says them, so that a list can be shared and Back undoes a filter. */
export function useFilter(): Filter {
  const { path } = usePlace()
  const query = useQuery()
  const values = {
    seat: query.get('seat') ?? '',
    account: query.get('account') ?? '',
    act: query.get('act') ?? '',
    from: query.get('from') ?? '',
    to: query.get('to') ?? '',
  }
  return {
    values,
    input: inputOf(values),
    isEmpty: NAMES.every((name) => values[name] === ''),
    set: (name, value) => {
      const next = { ...values, [name]: value }
      goTo(urlTo(path, Object.fromEntries(NAMES.map((each) => [each, next[each] || undefined]))))
    },
  }
}

/** An account number may lack its letter. A seat number or an account that is none matches nothing: its text goes to the house, which says what is wrong. */
function inputOf({ seat, account, act, from, to }: Filter['values']): AuditInput {
  const [start, end] = [dayStart(from), dayEnd(to)]
  return {
    ...(seat === '' ? {} : { seatNumber: Number(seat) }),
    ...(account === '' ? {} : { account: idEndOfDigits(account) === null ? account : customerNumber(account) }),
    ...(act === '' ? {} : { act }),
    ...(start === undefined ? {} : { from: start }),
    ...(end === undefined ? {} : { to: end }),
  }
}

export function AuditFilters({ filter: { values, isEmpty, set } }: { filter: Filter }) {
  const t = useText('audit')
  const { path } = usePlace()
  const acts = ACT_NAMES.map((act) => ({ value: act as string, label: t(`act_${act}`) })).toSorted((one, other) =>
    one.label.localeCompare(other.label),
  )
  return (
    <Filters
      beside={
        !isEmpty && (
          <a className={styles.link} href={hrefTo(path)}>
            {t('seeAll')}
          </a>
        )
      }
    >
      <TextFilter label={t('seatFilter')} value={values.seat} most={7} onChange={(seat) => set('seat', seat)} />
      <TextFilter
        label={t('accountFilter')}
        value={values.account}
        most={12}
        onChange={(text) => set('account', text)}
      />
      <ChoiceFilter
        id="audit-act"
        label={t('act')}
        choices={[{ value: '', label: t('everyAct') }, ...acts]}
        value={values.act}
        onChange={(act) => set('act', act)}
      />
      <FilterPair>
        <DayFilter label={t('fromDay')} value={values.from} onChange={(day) => set('from', day)} />
        <DayFilter label={t('toDay')} value={values.to} onChange={(day) => set('to', day)} />
      </FilterPair>
    </Filters>
  )
}
