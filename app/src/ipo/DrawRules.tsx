import { readDraw } from '@lonja/core/ipo/ipo.contract'
import { useDownload } from '@lonja/kit/download'
import { useFormats } from '@lonja/kit/formats'
import { Notice, Section } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { CopiedHash } from '@lonja/kit/parts/CopiedHash'
import { SealCheckIcon } from '@lonja/kit/parts/late-icons'
import { toast } from '@lonja/kit/parts/toast'
import { useText } from '@lonja/kit/text'
import type { WholeOffer } from './offer.ts'
import styles from './ipo.module.css'

/** The making and the checking of the draw: the frozen list, the beacon, the published file. */
export function DrawRules({ offer }: { offer: WholeOffer }) {
  const t = useText('ipo')
  const f = useFormats()
  const { beacon, customersRoot, root, rootAt, termsHash, drawnAt } = offer
  const file = useDownload(readDraw, (name) => toast(t('saved', { name }), { kind: 'done' }))
  return (
    <Section title={t('drawTitle')} right={<SealCheckIcon size={22} />}>
      <div className={styles.rules}>
        <p>{t('drawPlain')}</p>
        <ol className={styles.steps}>
          <li>{t('drawList')}</li>
          <li>
            {beacon.kind === 'drand' && beacon.round !== null
              ? t('drawDrand', { round: f.count(BigInt(beacon.round)) })
              : t('drawSeeds')}
          </li>
          <li>{t('drawOrder')}</li>
          <li>{t('drawAllot')}</li>
        </ol>
        {beacon.kind === 'seeds' && <Notice>{t('drawSeedsWarning')}</Notice>}
        <CopiedHash label={t('termsHash')} hash={termsHash} />
        {customersRoot !== null && <CopiedHash label={t('customersRoot')} hash={customersRoot} />}
        {root === null ? (
          <p className={styles.soft}>{t('noRoot')}</p>
        ) : (
          <CopiedHash label={t('root', { time: rootAt === null ? '-' : f.date(rootAt) })} hash={root} />
        )}
        {drawnAt !== null && (
          <>
            <p className={styles.soft}>{t('drawCheck')}</p>
            <Button
              small
              look="outline"
              label={t('drawFile')}
              busy={file.isPending}
              onClick={() => file.start({ id: offer.id })}
            />
          </>
        )}
      </div>
    </Section>
  )
}
