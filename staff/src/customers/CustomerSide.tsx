import { identityGap } from '@lonja/core/portfolio/portfolio.rules'
import type { Figures } from '@lonja/core/portfolio/portfolio.contract'
import { useFormats } from '@lonja/kit/formats'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { DefinitionRows, type Definition } from '@lonja/kit/parts/DefinitionRows'
import { SideNote, SidePart } from '@lonja/kit/parts/SidePage'
import { useText } from '@lonja/kit/text'
import { CustomerActs } from './CustomerActs.tsx'
import { Notes } from '../support/Notes.tsx'
import type { File } from './file.ts'
import { Posting } from './Posting.tsx'
import styles from './Customers.module.css'

/**
 * The side of a customer's file: the chosen posting, the account's state and the acts on it, the figures that must
 * agree, the audit chain.
 */
export function CustomerSide({ file, posting, onAgain }: { file: File; posting: number | null; onAgain: () => void }) {
  const n = useText('support')
  const { money } = file
  const moved = money?.byCurrency.filter((figures) => FIGURES.some((name) => figures[name] !== 0n)) ?? []
  return (
    <>
      {posting !== null && <Posting key={posting} customer={file.id} posting={posting} />}
      <State file={file} onAgain={onAgain} />
      {moved.map((figures) => (
        <Agreement key={figures.currency} figures={figures} />
      ))}
      {file.notes && (
        <SidePart title={n('notes')}>
          <Notes customer={file.id} notes={file.notes} isOwn={file.ownAccount} onWritten={onAgain} />
        </SidePart>
      )}
      <Chain chain={file.chain} />
    </>
  )
}

const FIGURES = ['total', 'paidIn', 'paidOut', 'convertedIn', 'convertedOut', 'accumulated', 'unrealised'] as const

/** The account's sign-in security and restriction, then the acts of this seat. */
function State({ file, onAgain }: { file: File; onAgain: () => void }) {
  const t = useText('customers')
  const f = useFormats()
  const r = useText('restrictions')
  const { restriction, security } = file
  const held: Definition[] = restriction
    ? [
        { label: t('level'), value: t(`restricted_${restriction.level}`) },
        { label: t('restrictedUntil'), value: f.date(restriction.untilAt) },
        { label: t('reason'), value: r(`reason_${restriction.reason}`) },
        { label: t('works'), value: r(`works_${restriction.level}`), long: true },
        ...(restriction.note === null ? [] : [{ label: r('noteRead'), value: restriction.note, long: true }]),
      ]
    : [{ label: t('account'), value: t('accountFree') }]
  const guarded: Definition[] = security
    ? [
        {
          label: t('secondStep'),
          value:
            security.secondStepSince === null ? t('no') : t('since', { day: f.dayBeside(security.secondStepSince) }),
        },
        { label: t('tradingPassword'), value: t(security.tradingPassword ? 'yes' : 'no') },
        { label: t('sessions'), value: f.count(security.sessions) },
        { label: t('lockedUntil'), value: security.lockedUntil === null ? t('no') : f.date(security.lockedUntil) },
        {
          label: t('waitsUntil'),
          value: security.withdrawalsWaitUntil === null ? t('no') : f.date(security.withdrawalsWaitUntil),
        },
      ]
    : []
  return (
    <SidePart title={t('stateOfAccount')}>
      <div className={styles.block}>
        <DefinitionRows tight rows={[...held, ...guarded]} />
      </div>
      <CustomerActs file={file} onAgain={onAgain} />
    </SidePart>
  )
}

/**
 * The identity of the figures, to the cent, in one currency: deposits, withdrawals, conversions and results add up to
 * the total (product section "figures").
 */
function Agreement({ figures }: { figures: Figures }) {
  const t = useText('customers')
  const f = useFormats()
  const { currency, paidIn, paidOut, convertedIn, convertedOut, accumulated, unrealised, total } = figures
  const agrees = identityGap(figures) === 0n
  const change = (units: bigint) => f.cents(units, 'results')
  return (
    <SidePart title={t('figuresIn', { currency })}>
      <DefinitionRows
        tight
        rows={[
          { label: t('paidIn'), value: change(paidIn) },
          { label: t('paidOut'), value: change(-paidOut) },
          { label: t('converted'), value: change(convertedIn - convertedOut) },
          { label: t('accumulated'), value: change(accumulated) },
          { label: t('unrealised'), value: change(unrealised) },
          { label: t('totalIn', { currency }), value: f.cents(total), total: true },
        ]}
      />
      <p>
        <StatusChip tone={agrees ? 'gain' : 'loss'} label={t(agrees ? 'agrees' : 'disagrees')} />
      </p>
    </SidePart>
  )
}

const SHOWN_OF_HASH = 12

/** The end of the customer's chain in the audit log: this view is already in it. */
function Chain({ chain: { rows, head, signedAt } }: { chain: File['chain'] }) {
  const t = useText('customers')
  const f = useFormats()
  return (
    <SidePart title={t('chain')}>
      <SideNote>{t('chainHead', { head: `…${head.slice(-SHOWN_OF_HASH)}`, count: rows })}</SideNote>
      <SideNote>{signedAt === null ? t('unsigned') : t('signed', { time: f.date(signedAt) })}</SideNote>
    </SidePart>
  )
}
