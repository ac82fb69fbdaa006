import { useState } from 'react'
import { readStored, storeText } from '@lonja/kit/stored'

/** Whether a person covers the figures on this device, as one does on a train. */
export function useHiddenFigures(): { hidden: boolean; setHidden: (hidden: boolean) => void } {
  const [hidden, show] = useState(() => readStored('hideFigures') === '1')
  return {
    hidden,
    setHidden: (next) => {
      storeText('hideFigures', next ? '1' : '0')
      show(next)
    },
  }
}
