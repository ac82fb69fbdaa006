import { listRuns } from '@lonja/core/strategies/runs.contract'
import { usePages } from '@lonja/kit/pages'
import type { Run } from '../run.ts'

/** The runs of own strategies that go on, of one strategy or of all; undefined while they are unknown. */
export function useOwnRuns(of?: string): { readonly open: Run[] | undefined } {
  const { pages } = usePages(listRuns, { state: 'open' }, { quiet: true })
  const isOf = ({ own }: Run): boolean => own !== null && (of === undefined || own.id === of)
  return { open: pages.length === 0 ? undefined : pages.flatMap(({ rows }) => rows).filter(isOf) }
}
