import { useRef } from 'react'
import { CHAIN_NAMES, type Chain, type Coin } from '@lonja/core/payees/chains'
import { copyText } from '@lonja/kit/clipboard'
import { Button } from '@lonja/kit/parts/Button'
import { CopySimpleIcon } from '@lonja/kit/parts/late-icons'
import { QrCode } from '@lonja/kit/parts/QrCode'
import { toast } from '@lonja/kit/parts/toast'
import { useText } from '@lonja/kit/text'
import styles from './deposits.module.css'

const ENDS = 6

/** The customer's own address on a test network: as a QR code, as text with bold ends, and with a copy button. */
export function OwnAddress({ coin, chain, address }: { coin: Coin; chain: Chain; address: string }) {
  const t = useText('deposits')
  const words = useText('app')
  const shown = useRef<HTMLElement>(null)
  const copy = async () => {
    if (await copyText(address, shown.current)) toast(words('copied'), { kind: 'done' })
    else toast(words('copyFailed'))
  }
  return (
    <div className={styles.address}>
      <QrCode text={address} label={t('qr', { chain: CHAIN_NAMES[chain] })} size={124} />
      <div>
        <small>{t('sendOnly', { coin, chain: CHAIN_NAMES[chain] })}</small>
        <code ref={shown}>
          <b>{address.slice(0, ENDS)}</b>
          {address.slice(ENDS, -ENDS)}
          <b>{address.slice(-ENDS)}</b>
        </code>
        <Button look="outline" small icon={CopySimpleIcon} label={words('copy')} onClick={() => void copy()} />
      </div>
    </div>
  )
}
