import { useState } from 'react'
import { Button } from '@lonja/kit/parts/Button'
import { useText } from '@lonja/kit/text'
import { CancelOrders } from './CancelOrders.tsx'

/**
 * The way to cancel all open orders, below the list of them. The sheet stays open when the last one has ended, so that
 * its outcome can be read.
 */
export function CancelAll({ hasOrders }: { hasOrders: boolean }) {
  const t = useText('orders')
  const [open, setOpen] = useState(false)
  return (
    <>
      {hasOrders && <Button look="outline" small label={t('cancelAll')} onClick={() => setOpen(true)} />}
      {open && <CancelOrders onClose={() => setOpen(false)} />}
    </>
  )
}
