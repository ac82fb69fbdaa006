import { readDocument } from '@lonja/core/documents/documents.contract'
import { LOAN_AGREEMENT } from '@lonja/core/loans/loans.contract'
import type { Language } from '@lonja/core/base/language'
import { DocumentText } from '@lonja/kit/parts/DocumentText'
import { Sheet } from '@lonja/kit/parts/Sheet'
import { ErrorView, Loading } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import type { WholeLoan } from './loan.ts'
import styles from './loans.module.css'

/** The agreement as its customer read it, in that version and language, with its hash. */
export function AgreementSheet({ agreement, onClose }: { agreement: WholeLoan['agreement']; onClose: () => void }) {
  const t = useText('loans')
  const { version, sha256 } = agreement
  const language = agreement.language as Language
  const { data, error, refetch } = useRead(readDocument, { name: LOAN_AGREEMENT, version, language })
  return (
    <Sheet title={t('agreement')} onClose={onClose}>
      {data ? (
        <>
          <DocumentText text={data.text} language={data.language} />
          <p className={styles.soft}>{t('wholeHash', { hash: sha256 })}</p>
        </>
      ) : error ? (
        <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Sheet>
  )
}
