import { formatDay } from '@lonja/core/base/dates'
import type { LeafProof } from '@lonja/core/proof/leaf.contract'
import { copyText } from '@lonja/kit/clipboard'
import { useFormats } from '@lonja/kit/formats'
import { Block } from '@lonja/kit/parts/blocks'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { CopySimpleIcon } from '@lonja/kit/parts/late-icons'
import { toast } from '@lonja/kit/parts/toast'
import { useText } from '@lonja/kit/text'
import { useRef } from 'react'
import { rootIn, shortHash, spacedHash } from './leaf.ts'
import styles from './Leaf.module.css'

/** The root of the day, and the way from the leaf of the fill to it, a dot for each step. */
export function LeafRoot({ proof }: { proof: LeafProof }) {
  const t = useText('proof')
  const say = useText('app')
  const f = useFormats()
  const shown = useRef<HTMLElement>(null)
  const root = rootIn(proof.line)
  const [fill] = proof.rows
  const steps = fill?.path.length ?? 0
  const label = t('leafRootOf', { day: formatDay(Date.parse(`${proof.day}T12:00:00Z`)) })
  const copy = async () => {
    if (await copyText(proof.line, shown.current)) toast(say('copied'), { kind: 'done' })
    else toast(say('copyFailed'))
  }
  return (
    <Block>
      <div className={styles.head}>
        <span>{label}</span>
        <IconButton icon={CopySimpleIcon} size={20} label={`${say('copy')}: ${label}`} onClick={() => void copy()} />
      </div>
      <p className={styles.root}>
        <code ref={shown} title={root?.root}>
          {root ? spacedHash(root.root) : t('leafNoRoot')}
        </code>
      </p>
      <div className={styles.way} aria-hidden>
        {Array.from({ length: steps + 1 }, (_dot, n) => (
          <i key={n} />
        ))}
      </div>
      <p className={styles.ends}>
        <span>{t('leafShort', { leaf: shortHash(fill?.leaf ?? '') })}</span>
        <span>{t('leafWay', { count: steps, leaves: f.count(BigInt(root?.leaves ?? 0)) })}</span>
      </p>
    </Block>
  )
}
