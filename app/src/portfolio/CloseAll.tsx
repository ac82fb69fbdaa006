import { useState } from 'react'
import { listPositions } from '@lonja/core/portfolio/portfolio.contract'
import { Button } from '@lonja/kit/parts/Button'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { CloseAllSheet } from './CloseAllSheet.tsx'
import styles from './CloseAll.module.css'

/**
 * The way to sell every position at market, below the list of them. The sheet stays open when the last one is sold, so
 * that its answers can be read.
 */
export function CloseAll() {
  const t = useText('portfolio')
  const [open, setOpen] = useState(false)
  const positions = useRead(listPositions, {}).data
  return (
    <>
      {positions && positions.rows.length > 0 && (
        <div className={styles.way}>
          <Button look="outline" small label={t('closeAll')} onClick={() => setOpen(true)} />
        </div>
      )}
      {open && <CloseAllSheet onClose={() => setOpen(false)} />}
    </>
  )
}
