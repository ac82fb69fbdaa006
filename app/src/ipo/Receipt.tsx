import type { RefObject } from 'react'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { Amount } from '@lonja/kit/parts/Amount'
import { Notice } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { CopiedHash } from '@lonja/kit/parts/CopiedHash'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { useText } from '@lonja/kit/text'
import { APPLICATION_SAID, type Application } from './offer.ts'
import styles from './ipo.module.css'

interface ReceiptProps {
  own: Application
  /** The subscription price of a share, formatted. */
  price: string
  heading: RefObject<HTMLHeadingElement | null>
}

/** The customer's application: what it holds or got, its ticket and leaf, and how to check them later. */
export function Receipt({ own, price, heading }: ReceiptProps) {
  const t = useText('ipo')
  const f = useFormats()
  const { key, tone } = APPLICATION_SAID[own.state]
  return (
    <section className={styles.receipt}>
      <div className={styles.ends}>
        <h2 className={styles.strong} ref={heading} tabIndex={-1}>
          {t('application', { number: own.number })}
        </h2>
        <span role="status">
          <StatusChip tone={tone} label={t(key)} />
        </span>
      </div>
      {own.result ? (
        <Result own={own} price={price} result={own.result} />
      ) : (
        <>
          {own.state === 'subscribed' && <Amount label={t('heldUntilDraw')} of={own.hold} size={32} />}
          <DefinitionRows
            rows={[
              { label: t('askedLots'), value: t('lotsAndShares', { count: own.lots, shares: f.count(own.shares) }) },
              { label: t('appliedAt'), value: f.date(own.at) },
              ...(own.changedAt === null ? [] : [{ label: t('changedAt'), value: f.date(own.changedAt) }]),
              ...(own.withdrawnAt === null ? [] : [{ label: t('withdrawnAt'), value: f.date(own.withdrawnAt) }]),
            ]}
          />
          {own.state === 'subscribed' && <p className={styles.soft}>{t('resultUnknown')}</p>}
        </>
      )}
      {own.state === 'refused' && <Notice tone="ground">{t('expiredWhy')}</Notice>}
      {own.state !== 'withdrawn' && own.state !== 'refused' && <Ticket own={own} isDrawn={own.result !== null} />}
      <Button
        small
        look="text"
        label={t('seeEntries')}
        href={hrefTo('/subPackages/portfolio/funds', { cause: own.id, causeKind: 'application' })}
      />
    </section>
  )
}

type ResultProps = Pick<ReceiptProps, 'own' | 'price'> & { result: NonNullable<Application['result']> }

function Result({ own, price, result }: ResultProps) {
  const t = useText('ipo')
  const f = useFormats()
  const lots = result.ballot + result.proRata + result.byPlace
  return (
    <>
      <div>
        <p className={styles.soft}>{t('allotted')}</p>
        <p className={styles.won}>
          <strong>{f.count(lots)}</strong> {t('ofLots', { count: own.lots })}
        </p>
        <Lots won={lots} lots={own.lots} />
      </div>
      <DefinitionRows
        rows={[
          { label: t('winning'), value: t('ofShares', { won: f.count(result.won), shares: f.count(own.shares) }) },
          { label: t('place'), value: f.count(BigInt(result.place)) },
          { label: t('byBallot'), value: f.count(result.ballot) },
          { label: t('byProRata'), value: f.count(result.proRata) },
          { label: t('byPlace'), value: f.count(result.byPlace) },
          { label: t('wasHeld'), note: `${f.count(own.shares)} × ${price}`, value: f.amount(own.hold) },
          {
            label: t('paidForWon'),
            note: `${f.count(result.won)} × ${price}`,
            value: f.amount({ ...result.payable, units: -result.payable.units }),
          },
          { label: t('refund'), value: f.amount(result.refund), total: true },
        ]}
      />
      <p className={styles.soft}>{t('noFee')}</p>
    </>
  )
}

/** More lots than this are drawn as two parts. */
const LOTS_DRAWN = 20n

/** The lots of an application, of which those that were allotted are filled. The text above it says both. */
function Lots({ won, lots }: { won: bigint; lots: bigint }) {
  const parts =
    lots <= LOTS_DRAWN
      ? Array.from({ length: Number(lots) }, (_, place) => ({ isWon: place < won, share: 1n }))
      : [
          { isWon: true, share: won },
          { isWon: false, share: lots - won },
        ]
  return (
    <div className={styles.lots} aria-hidden>
      {parts.map(
        ({ isWon, share }, place) =>
          share > 0n && <span key={place} data-won={isWon} style={{ flexGrow: Number(share) }} />,
      )}
    </div>
  )
}

/** The ticket and its leaf: with them the row is found on the published list. */
function Ticket({ own, isDrawn }: { own: Application; isDrawn: boolean }) {
  const t = useText('ipo')
  const f = useFormats()
  return (
    <div className={styles.ticket}>
      <p className={styles.strong}>{t('ticket', { ticket: f.count(BigInt(own.ticket)) })}</p>
      <CopiedHash label={t('leaf')} hash={own.leaf} copies={`${own.row}\n${own.leaf}`} />
      <p className={styles.soft}>{t(isDrawn ? 'checkNow' : 'checkLater')}</p>
      <code className={styles.long}>{own.row}</code>
    </div>
  )
}
