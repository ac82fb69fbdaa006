import { useRef } from 'react'
import { shareOwnStrategy, unshareOwnStrategy } from '@lonja/core/strategies/own.contract'
import { copyText } from '@lonja/kit/clipboard'
import { useWaitForHouse } from '@lonja/kit/connection'
import { hrefTo } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { Sheet } from '@lonja/kit/parts/Sheet'
import { toast } from '@lonja/kit/parts/toast'
import { useText } from '@lonja/kit/text'
import { useWrite } from '@lonja/kit/writes'
import { OWN_SHARED, staleAfterOwn, type WholeOwn } from './own.ts'
import styles from './own.module.css'
import type { OwnText } from './useOwnText.ts'

/** The address that shows a shared text. */
const addressOf = (link: string): string => new URL(hrefTo(OWN_SHARED, { link }), location.href).href

/** The link that shows one version, to be made, copied and ended. */
export function ShareSheet({ own, text, onClose }: { own: WholeOwn; text: OwnText; onClose: () => void }) {
  const t = useText('own')
  const waitsFor = useWaitForHouse()
  const address = useRef<HTMLParagraphElement>(null)
  const share = useWrite(shareOwnStrategy, { onReply: staleAfterOwn })
  const unshare = useWrite(unshareOwnStrategy, {
    onReply: () => {
      staleAfterOwn()
      toast(t('linkEnded'), { kind: 'done' })
    },
  })
  const { id, link, shared } = own
  const isOld = shared !== null && shared !== text.version
  const refusal = share.refusal ?? unshare.refusal
  const copy = async (): Promise<void> => {
    const isCopied = link !== null && (await copyText(addressOf(link), address.current))
    toast(t(isCopied ? 'linkCopied' : 'linkNotCopied'), { kind: isCopied ? 'done' : 'error' })
  }
  return (
    <Sheet title={t('share')} onClose={onClose}>
      <div className={styles.inSheet}>
        <p>{t('shareWhat')}</p>
        {link !== null && shared !== null && (
          <>
            <p className={styles.soft}>{t('sharedVersion', { version: shared })}</p>
            <p ref={address} className={styles.address}>
              {addressOf(link)}
            </p>
            <Button label={t('copyLink')} onClick={() => void copy()} />
          </>
        )}
        {(link === null || isOld) && (
          <Button
            look={link === null ? 'filled' : 'soft'}
            label={t('shareVersion', { version: text.version })}
            second={isOld ? t('shareNew') : undefined}
            busy={share.isPending}
            waitsFor={waitsFor}
            onClick={() => share.mutate({ id, version: text.version })}
          />
        )}
        {link !== null && (
          <Button
            look="outline"
            label={t('endLink')}
            busy={unshare.isPending}
            waitsFor={waitsFor}
            onClick={() => unshare.mutate({ id })}
          />
        )}
        <p role="alert" className={styles.over}>
          {refusal?.msg}
        </p>
      </div>
    </Sheet>
  )
}
