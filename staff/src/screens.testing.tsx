import type { ReactNode } from 'react'
import { beforeAll, beforeEach } from 'vitest'
import { listSeatFilters } from '@lonja/core/review/filters.staff.contract'
import { listColleagues } from '@lonja/core/staff/staff.contract'
import { followKeys } from '@lonja/kit/keys'
import { openNav } from '@lonja/kit/nav'
import { usePartTexts } from '@lonja/kit/part-texts'
import { PartWordsIn } from '@lonja/kit/parts/words'
import { keepSeats } from '@lonja/kit/session'
import { show, withHouse, type Page, type Wire } from '@lonja/kit/screens.testing'
import { openTexts } from '@lonja/kit/text'
import { QueuePlaces } from './review/places.ts'
import { PAGES, QUEUES, kindOf } from './routes.ts'
import { LANGUAGE_TEXTS } from './texts.ts'

/** Component tests of the console: its own texts, map and keys, and a test house behind the wire. */
export function withConsole(): Wire {
  beforeAll(async () => {
    keepSeats()
    followKeys()
    await openTexts(LANGUAGE_TEXTS)
  })
  const wire = withHouse()
  // Without names, seats are shown by their numbers, as in every list.
  beforeEach(() => {
    wire.house.answer(listColleagues, { rows: [] })
    wire.house.answer(listSeatFilters, { rows: [] })
  })
  return wire
}

/** Open a page of the console by its address in the map. */
export async function openPage(url: string): Promise<Page> {
  history.replaceState(null, '', `#${url}`)
  openNav(kindOf)
  const page = PAGES[url.split('?')[0] ?? '']
  if (!page) throw new Error(`No page stands at ${url}`)
  const { default: Screen } = await page.screen()
  return show(
    <Worded>
      <QueuePlaces value={QUEUES}>
        <Screen />
      </QueuePlaces>
    </Worded>,
  )
}

function Worded({ children }: { children: ReactNode }) {
  const words = usePartTexts()
  return <PartWordsIn value={words}>{children}</PartWordsIn>
}
