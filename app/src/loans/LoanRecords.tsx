import { useState } from 'react'
import { owedOf } from '@lonja/core/lending/lending.rules'
import { LOAN_LISTS, listLoans, type LoanList } from '@lonja/core/loans/loans.contract'
import { isOff } from '@lonja/kit/first'
import { useFormats } from '@lonja/kit/formats'
import { back, hrefTo, useQuery } from '@lonja/kit/nav'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { List } from '@lonja/kit/parts/List'
import { ReceiptIcon } from '@lonja/kit/parts/late-icons'
import { Row } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { Tabs } from '@lonja/kit/parts/Tabs'
import { usePages } from '@lonja/kit/pages'
import { refreshAll } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { LoanDetail } from './LoanDetail.tsx'
import { LOAN, LOAN_RECORDS, LOAN_TONES, REPAYMENT_TONES, useEuros, type Loan, type Repayment } from './loan.ts'
import styles from './loans.module.css'

const NAMES = { loans: 'tabLoans', applications: 'tabApplications', repayments: 'tabRepayments' } as const
const EMPTY = { loans: 'noLoans', applications: 'noApplications', repayments: 'noRepayments' } as const

/** Loans, applications and repayments; one loan by its id or that of a repayment. Spec: /subPackages/home/loan/record. */
export function LoanRecords() {
  const t = useText('loans')
  const id = useQuery().get('id')
  const [list, setList] = useState<LoanList>('loans')
  if (id !== null) return <LoanDetail key={id} id={id} />
  return (
    <Screen title={t('records')} onBack={back} onRefresh={refreshAll}>
      <Tabs
        label={t('records')}
        sticky
        value={list}
        onChange={setList}
        tabs={LOAN_LISTS.map((value) => ({ value, label: t(NAMES[value]) }))}
      >
        <Records key={list} list={list} />
      </Tabs>
    </Screen>
  )
}

type Record = { readonly id: string; readonly loan?: Loan; readonly repayment?: Repayment }

function Records({ list }: { list: LoanList }) {
  const t = useText('loans')
  const { pages, error, refetch, isPending, more, hasMore, isFetchingMore } = usePages(listLoans, { list })
  const records = pages.flatMap(({ loans, repayments }): Record[] => [
    ...loans.map((loan) => ({ id: loan.id, loan })),
    ...repayments.map((repayment) => ({ id: repayment.id, repayment })),
  ])
  return (
    <List
      label={t(NAMES[list])}
      items={isPending ? undefined : records}
      keyOf={({ id }) => id}
      row={({ loan, repayment }) =>
        loan ? <LoanRow loan={loan} /> : repayment ? <RepaymentRow repayment={repayment} /> : null
      }
      measured
      onEnd={hasMore ? more : undefined}
      loadingMore={isFetchingMore}
      empty={
        <Empty
          icon={ReceiptIcon}
          text={t(EMPTY[list])}
          action={isOff('loans') ? undefined : t('toLoan')}
          href={hrefTo(LOAN)}
        />
      }
      error={
        pages.length === 0 && error ? (
          <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />
        ) : undefined
      }
    />
  )
}

function LoanRow({ loan }: { loan: Loan }) {
  const t = useText('loans')
  const f = useFormats()
  const inEuros = useEuros()
  const { id, number, amount, state, at, paidOutAt } = loan
  const owed = owedOf(loan)
  return (
    <Row
      title={t('loanNumber', { number })}
      wraps
      caption={
        <>
          <span className={styles.line}>{f.date(paidOutAt ?? at)}</span>
          {owed > 0n && <span className={styles.line}>{t('owes', { amount: inEuros(owed) })}</span>}
        </>
      }
      value={f.amount(amount)}
      valueCaption={<StatusChip tone={LOAN_TONES[state]} label={t(`state_${state}`)} />}
      href={hrefTo(LOAN_RECORDS, { id })}
    />
  )
}

function RepaymentRow({ repayment }: { repayment: Repayment }) {
  const t = useText('loans')
  const f = useFormats()
  const { number, loan, loanNumber, amount, state, at } = repayment
  return (
    <Row
      title={t('repaymentNumber', { number })}
      wraps
      caption={
        <>
          <span className={styles.line}>{f.date(at)}</span>
          <span className={styles.line}>{t('ofLoan', { number: loanNumber })}</span>
        </>
      }
      value={f.amount(amount)}
      valueCaption={<StatusChip tone={REPAYMENT_TONES[state]} label={t(`repayment_${state}`)} />}
      href={hrefTo(LOAN_RECORDS, { id: loan })}
    />
  )
}
