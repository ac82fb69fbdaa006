import { useQuery } from '@lonja/kit/nav'
import { HouseDay, type SourcesOf } from './HouseDay.tsx'
import { HouseLedger } from './HouseLedger.tsx'

/** The books of the house, as the address says: a day reconciled, or every line. */
export const Ledger = ({ sourcesOf }: { sourcesOf: SourcesOf }) =>
  useQuery().get('view') === 'lines' ? <HouseLedger /> : <HouseDay sourcesOf={sourcesOf} />
