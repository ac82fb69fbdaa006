import { listOwnStrategies } from '@lonja/core/strategies/own.contract'
import { useRead } from '@lonja/kit/reads'

/** True for an own strategy that its customer has removed; false while that is unknown. A run keeps its name. */
export function useIsRemoved(own: string | null): boolean {
  const { data } = useRead(listOwnStrategies, {}, { enabled: own !== null, quiet: true })
  return own !== null && data !== undefined && data.rows.every(({ id }) => id !== own)
}
