import { listRuns } from '@lonja/core/strategies/runs.contract'
import { usePages } from '@lonja/kit/pages'

/** The number of runs of own strategies that go on; undefined while it is unknown. So few may go on that they are one page. */
export function useOwnRuns(): number | undefined {
  const { pages } = usePages(listRuns, { state: 'open' }, { quiet: true })
  return pages[0]?.rows.filter(({ own }) => own !== null).length
}
