import { tickerOf, isCurrency, type Amount, type Asset } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { readPosting } from '@lonja/core/ledger/ledger.contract'
import { PLACES } from '@lonja/core/lists'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { Block } from '@lonja/kit/parts/blocks'
import { CaretRightIcon } from '@lonja/kit/parts/page-icons'
import { DefinitionRows, type Definition } from '@lonja/kit/parts/DefinitionRows'
import { ErrorView, Loading } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { entryText } from './entries.ts'
import styles from './Funds.module.css'

type Line = ReplyOf<typeof readPosting>['lines'][number]

/** One posting with its lines by asset, and their sum, which is zero. */
export function PostingLines({ posting }: { posting: number }) {
  const t = useText('portfolio')
  const f = useFormats()
  const read = useRead(readPosting, { posting })
  if (read.error) {
    return <ErrorView title={t('loadFailedFunds')} text={read.error.msg} onRetry={() => void read.refetch()} />
  }
  if (!read.data) return <Loading />
  const { lines, cause, causeKind } = read.data
  const assets = [...new Set(lines.map(({ change }) => change.asset))]
  const write = (amount: Amount) =>
    isCurrency(amount.asset) ? f.amount(amount, 'results') : f.units(amount.units, 0, 'results')
  return (
    <div className={styles.lines}>
      <Block>
        <div className={styles.head}>
          <span>{t('postingLines', { count: lines.length })}</span>
          {cause && causeKind && (
            <a className={styles.order} href={hrefTo(PLACES[causeKind]?.path ?? '', { id: cause })}>
              {t(`cause_${causeKind}`)}
              <CaretRightIcon size={14} />
            </a>
          )}
        </div>
        {assets.map((asset) => (
          <div key={asset}>
            {assets.length > 1 && <p className={styles.asset}>{isCurrency(asset) ? asset : tickerOf(asset)}</p>}
            <DefinitionRows
              tight
              rows={rowsFor(
                lines.filter(({ change }) => change.asset === asset),
                asset,
              )}
            />
          </div>
        ))}
      </Block>
    </div>
  )

  function rowsFor(lines: readonly Line[], asset: Asset): readonly Definition[] {
    const sum = { asset, units: lines.reduce((total, { change }) => total + change.units, 0n) }
    return [
      ...lines.map(({ account, kind, change }) => ({
        label: t(`account_${account}`),
        note: t(entryText({ kind, causeKind })),
        value: write(change),
      })),
      { label: t('sum'), value: write(sum), total: true },
    ]
  }
}
