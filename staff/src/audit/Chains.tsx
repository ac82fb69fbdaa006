import { useState } from 'react'
import { checkAudit } from '@lonja/core/audit/audit.staff.contract'
import type { ReplyOf } from '@lonja/core/base/contract'
import { send } from '@lonja/kit/call'
import { useFormats } from '@lonja/kit/formats'
import { useKeys } from '@lonja/kit/keys'
import { Button } from '@lonja/kit/parts/Button'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { SideNote, SidePart } from '@lonja/kit/parts/SidePage'
import { useText } from '@lonja/kit/text'
import styles from './AuditLog.module.css'

type Why = ReplyOf<typeof checkAudit>['broken'][number]['why']

interface ChainsReport {
  readonly chains: number
  readonly rows: number
  readonly broken: readonly { readonly chain: string; readonly n: number; readonly why: Why }[]
  readonly signedAt: number | null
  readonly roundsWhole: boolean
  /** All chains were checked. */
  readonly isWhole: boolean
}

const NONE: ChainsReport = { chains: 0, rows: 0, broken: [], signedAt: null, roundsWhole: true, isWhole: false }

/** The number of faults: chains, and the sequence of signing rounds. */
const brokenIn = ({ broken, roundsWhole }: ChainsReport): number => broken.length + (roundsWhole ? 0 : 1)

/** Check all chains and report the sum so far. Returns the error in words, or null. */
async function checkAll(onSum: (sum: ChainsReport) => void): Promise<string | null> {
  let sum = NONE
  let cursor: string | null = null
  do {
    const answer: Awaited<ReturnType<typeof send<typeof checkAudit>>> = await send(
      checkAudit,
      cursor === null ? {} : { cursor },
    )
    if (!('reply' in answer)) return 'refusal' in answer ? answer.refusal.msg : answer.msg
    const { chains, rows, broken, signedAt, roundsWhole } = answer.reply
    cursor = answer.reply.cursor
    sum = {
      chains: sum.chains + chains,
      rows: sum.rows + rows,
      broken: [...sum.broken, ...broken],
      signedAt,
      roundsWhole: sum.roundsWhole && roundsWhole,
      isWhole: cursor === null,
    }
    onSum(sum)
  } while (cursor !== null)
  return null
}

/** The check of all chains, row by row against their hashes and signed heads, some at a time until all are done. */
export function Chains() {
  const t = useText('audit')
  const f = useFormats()
  const [checked, setChecked] = useState<ChainsReport | null>(null)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const check = async () => {
    setBusy(true)
    setRefusal(await checkAll(setChecked))
    setBusy(false)
  }
  useKeys([{ key: 'c', label: t('check'), act: () => !busy && void check() }])
  return (
    <SidePart title={t('chains')} live>
      <SideNote>{t('chainsWhat')}</SideNote>
      {checked && (
        <DefinitionRows
          tight
          rows={[
            { label: t('checkedChains'), value: f.count(checked.chains) },
            { label: t('checkedRows'), value: f.count(checked.rows) },
            { label: t('signedAt'), value: checked.signedAt === null ? '-' : f.date(checked.signedAt) },
            ...(checked.roundsWhole ? [] : [{ label: t('rounds'), value: t('roundsBroken'), tone: 'loss' as const }]),
            ...checked.broken.map(({ chain, n, why }) => ({
              label: t('brokenAt', { row: String(n) }),
              note: t(`why_${why}`),
              value: <code className={styles.code}>{chain}</code>,
              tone: 'loss' as const,
            })),
          ]}
        />
      )}
      {checked?.isWhole && (
        <p>
          <StatusChip
            tone={brokenIn(checked) === 0 ? 'gain' : 'loss'}
            label={brokenIn(checked) === 0 ? t('whole') : t('broken', { count: brokenIn(checked) })}
          />
        </p>
      )}
      <p role="alert" className={styles.wrong}>
        {refusal}
      </p>
      <Button look="outline" small label={t('check')} keyCap="C" busy={busy} onClick={() => void check()} />
    </SidePart>
  )
}
