import type { ReplyOf } from '@lonja/core/base/contract'
import { listReversals } from '@lonja/core/reversals/reversals.contract'
import { useFormats } from '@lonja/kit/formats'
import { back, hrefTo } from '@lonja/kit/nav'
import { Amount } from '@lonja/kit/parts/Amount'
import { Notice, Section } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { List } from '@lonja/kit/parts/List'
import { ReceiptIcon } from '@lonja/kit/parts/late-icons'
import { Screen } from '@lonja/kit/parts/Screen'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/pages'
import { useText } from '@lonja/kit/text'
import styles from './Reversals.module.css'

type Reply = ReplyOf<typeof listReversals>
type Reversal = Reply['rows'][number]

/** Credits that the house took back, newest first: why, how much, and what is owed of them now. */
export function Reversals() {
  const t = useText('reversals')
  const list = usePages(listReversals, {}, { quiet: true })
  const [first] = list.pages
  const rows = list.pages.flatMap((page) => page.rows)
  return (
    <Screen title={t('title')} onBack={back} onRefresh={() => list.refetch()} readOnly>
      {first && rows.length > 0 && <Owed owed={first.owed} />}
      <List
        label={t('title')}
        items={list.isPending ? undefined : rows}
        keyOf={({ id }) => id}
        measured
        rowHeight={260}
        row={(reversal) => (
          <div className={styles.one}>
            <One reversal={reversal} />
          </div>
        )}
        onEnd={list.hasMore ? list.more : undefined}
        loadingMore={list.isFetchingMore}
        empty={<Empty icon={ReceiptIcon} text={t('none')} why={t('noneWhy')} />}
        error={
          list.error && list.pages.length === 0 ? (
            <ErrorView title={t('failed')} text={list.error.msg} onRetry={() => void list.refetch()} />
          ) : undefined
        }
      />
    </Screen>
  )
}

/** The debts now, and how they are paid; or that there is none. */
function Owed({ owed }: Pick<Reply, 'owed'>) {
  const t = useText('reversals')
  if (owed.length === 0) {
    return (
      <Section>
        <Notice tone="ground">{t('nothingOwed')}</Notice>
      </Section>
    )
  }
  return (
    <>
      <Section>
        {owed.map((amount) => (
          <Amount key={amount.asset} of={amount} label={t('owe')} size={32} />
        ))}
      </Section>
      <Section>
        <Notice>
          <p>{t('oweHow')}</p>
          <Button small look="text" label={t('deposit')} href={hrefTo('/subPackages/recharge/type')} />
        </Notice>
      </Section>
    </>
  )
}

function One({ reversal }: { reversal: Reversal }) {
  const t = useText('reversals')
  const f = useFormats()
  const { id, number, amount, taken, owed, reason, at, credit } = reversal
  return (
    <Section title={`${number} · ${f.amount(amount)}`}>
      <p>{t(`credit_${credit.kind}`, { amount: f.amount(credit.amount) })}</p>
      <DefinitionRows
        rows={[
          { label: t('reason'), value: reason.title, long: true },
          { label: t('taken'), value: f.amount(taken) },
          ...(owed.units > 0n ? [{ label: t('owed'), value: f.amount(owed) }] : []),
          { label: t('at'), value: f.date(at) },
        ]}
      />
      <p>{reason.next}</p>
      <Button
        small
        look="text"
        label={t('see')}
        href={hrefTo('/subPackages/portfolio/funds', { cause: id, causeKind: 'reversal' })}
      />
    </Section>
  )
}
