import type { OwnDiagnostic } from '@lonja/core/strategies/strategies.contract'
import { Notice } from '@lonja/kit/parts/blocks'
import { useText } from '@lonja/kit/text'
import { stopIn } from './own.ts'

/** The fault that stopped an own strategy in a backtest. */
export function StopNotice({ stop }: { stop: OwnDiagnostic }) {
  const t = useText('own')
  return (
    <Notice tone="loss" icon={null} title={t('stopped')}>
      {stopIn(t, stop)}
    </Notice>
  )
}
