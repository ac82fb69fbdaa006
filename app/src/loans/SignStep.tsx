import { LOAN_AGREEMENT } from '@lonja/core/loans/loans.contract'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Document } from '@lonja/kit/parts/Document'
import { Field } from '@lonja/kit/parts/Field'
import { Segments } from '@lonja/kit/parts/Segments'
import { useText } from '@lonja/kit/text'
import { Cost } from './AmountStep.tsx'
import type { LoanFacts } from './loan.ts'
import { SignaturePad } from './SignaturePad.tsx'
import type { LoanForm } from './useLoanForm.ts'
import styles from './loans.module.css'

/** The cost once more, the agreement, read to its end, and the signature: drawn, or the name typed. */
export function SignStep({ form, facts }: { form: LoanForm; facts: LoanFacts }) {
  const t = useText('loans')
  const { how, mistake } = form
  const unread = mistake('agreement')
  return (
    <>
      <Cost facts={facts} amount={form.amount ?? 0n}>
        <p>{t('unpaidLoss')}</p>
        <p>{t('unpaidEnd')}</p>
      </Cost>
      <DefinitionRows
        rows={[
          { label: t('paidIn'), value: t('paidWhen', { hours: facts.dueHours }) },
          { label: t('dataTitle'), value: t('dataReview'), onOpen: () => form.setStep(1) },
        ]}
      />
      <div aria-invalid={unread ? true : undefined} tabIndex={unread ? -1 : undefined}>
        <h2 className={styles.heading}>{t('agreement')}</h2>
        <Document name={LOAN_AGREEMENT} value={form.agreement} onChange={form.setAgreement} />
        <p role="alert" className={styles.wrong}>
          {unread}
        </p>
      </div>
      <div>
        <p className={styles.ends}>
          <span className={styles.heading}>{t('signature')}</span>
          <span className={styles.soft}>{t('bothCount')}</span>
        </p>
        <Segments
          label={t('signature')}
          value={how}
          onChange={form.setHow}
          options={[
            { value: 'drawn', label: t('draw') },
            { value: 'typed', label: t('type') },
          ]}
        />
      </div>
      {how === 'drawn' ? (
        <SignaturePad strokes={form.strokes} tell={form.tellStrokes} error={mistake('signature')} />
      ) : (
        <Field
          label={t('signedName')}
          autoComplete="off"
          value={form.signedName}
          onChange={form.setSignedName}
          error={mistake('signedName')}
          ok={form.isNamed}
          hint={t(form.isNamed ? 'nameMatches' : 'nameAsVerified')}
        />
      )}
    </>
  )
}
