import { chosenKey } from '../ledger/DayTable.tsx'
import { Ledger } from '../ledger/Ledger.tsx'
import { Sources } from './Sources.tsx'

/** The books of the house, with the customers' entries behind each figure of a day. */
export const Books = () => (
  <Ledger sourcesOf={(chosen, span) => <Sources key={chosenKey(chosen)} chosen={chosen} span={span} />} />
)
