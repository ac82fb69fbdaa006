import type { LeafProof } from '@lonja/core/proof/leaf.contract'
import type { DeviceKey } from '@lonja/core/proof/kept.rules'
import { useFormats } from '@lonja/kit/formats'
import { Notice } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { CopiedHash } from '@lonja/kit/parts/CopiedHash'
import { toast } from '@lonja/kit/parts/toast'
import { useText } from '@lonja/kit/text'
import styles from './Leaf.module.css'

/** A house that signs with another key than this device kept: the meaning, both keys, and the act that accepts the new one. */
export function OtherKey({ proof, earlier, onAccept }: { proof: LeafProof; earlier: DeviceKey; onAccept: () => void }) {
  const t = useText('proof')
  const f = useFormats()
  const accept = () => {
    onAccept()
    toast(t('leafKeyDidAccept'), { kind: 'done' })
  }
  return (
    <section className={styles.other}>
      <Notice tone="loss" title={t('leafKeyChanged')}>
        {t('leafKeyChangedWhy')}
      </Notice>
      <CopiedHash label={t('leafKeyKept', { time: f.date(earlier.since) })} hash={earlier.key} />
      <CopiedHash label={t('leafKeyNow')} hash={proof.publicKey} />
      <Notice tone="ground" title={t('leafKeyToDo')}>
        {t('leafKeyToDoWhat')}
      </Notice>
      <Button look="outline" label={t('leafKeyAccept')} onClick={accept} />
    </section>
  )
}
