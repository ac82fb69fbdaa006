import type { Asset } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import { openCustomerPosting } from '@lonja/core/customers/entries.staff.contract'
import { orderNumberFor } from '@lonja/core/orders/orders.rules'
import { useFormats } from '@lonja/kit/formats'
import { useKeys } from '@lonja/kit/keys'
import { goTo, hrefTo, urlTo } from '@lonja/kit/nav'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { KeyCap } from '@lonja/kit/parts/KeyCap'
import { SideNote, SidePart } from '@lonja/kit/parts/SidePage'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { ErrorView } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { assetName, balanceText, changeText } from '../ledger/amounts.ts'
import { Reverse } from '../reversals/Reverse.tsx'
import { useReviewPath } from '../review/places.ts'
import styles from './Customers.module.css'

type PostingReply = ReplyOf<typeof openCustomerPosting>

/** One whole posting: the customer's lines with the balances before and after, the house's lines, and their sums. */
export function Posting({ customer, posting }: { customer: CustomerId; posting: number }) {
  const t = useText('ledger')
  const { data, error, refetch } = useRead(openCustomerPosting, { customer, posting }, { quiet: true })
  return (
    <SidePart live>
      {data ? (
        <Whole customer={customer} opened={data} />
      ) : error ? (
        <ErrorView title={t('postingFailed')} text={error.msg} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={4} dense line={false} />
      )}
    </SidePart>
  )
}

function Whole({ customer, opened }: { customer: CustomerId; opened: PostingReply }) {
  const t = useText('ledger')
  const f = useFormats()
  const { posting, at, lines, sums, credits } = opened
  return (
    <>
      <h2>{t('posting', { number: f.count(posting) })}</h2>
      <SideNote>{f.date(at)}</SideNote>
      {sums.map((sum) => (
        <div key={sum.asset} className={styles.block}>
          <p className={styles.soft}>{assetName(sum.asset)}</p>
          <DefinitionRows
            tight
            rows={[...rowsOf(sum.asset), { label: t('sum'), value: balanceText(f, sum), total: true }]}
          />
        </div>
      ))}
      <Cause opened={opened} />
      {credits.map((credit) => (
        <Reverse key={credit.entry} customer={customer} credit={credit} />
      ))}
    </>
  )

  function rowsOf(asset: Asset) {
    return lines
      .filter(({ change }) => change.asset === asset)
      .map(({ account, kind, change, before, after, version }) => ({
        label: t(`account_${account}`),
        note: [t(`kind_${kind}`), version === null ? null : t('numbered', { number: f.count(version) })]
          .filter((part) => part !== null)
          .join(' · '),
        value: (
          <>
            {changeText(f, change)}
            {before && after && (
              <small className={styles.around}>
                {balanceText(f, before)} → {balanceText(f, after)}
              </small>
            )}
          </>
        ),
      }))
  }
}

/** The cause of the posting. Where a kind of review has its name, seats that decide the kind have a link to it. */
function Cause({ opened: { cause, causeKind, causeNumber, causeReview } }: { opened: PostingReply }) {
  const t = useText('ledger')
  const path = useReviewPath(causeKind)
  const go = path !== null && causeReview !== null ? () => goTo(urlTo(path, { id: causeReview })) : null
  useKeys(go ? [{ key: 'Enter', label: t('keyCause'), act: go }] : [], 2)
  if (cause === null || causeKind === null) return null
  return (
    <DefinitionRows
      tight
      rows={[
        {
          label: t(`cause_${causeKind}`),
          value:
            path !== null && causeReview !== null ? (
              <a className={styles.link} href={hrefTo(path, { id: causeReview })}>
                {causeNumber} <KeyCap of="Enter" />
              </a>
            ) : (
              (causeNumber ?? (causeKind === 'order' ? orderNumberFor(cause) : `…${cause.slice(-6)}`))
            ),
        },
      ]}
    />
  )
}
