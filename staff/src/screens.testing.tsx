import type { ReactNode } from 'react'
import { beforeAll } from 'vitest'
import { followKeys } from '@lonja/kit/keys'
import { openNav } from '@lonja/kit/nav'
import { usePartTexts } from '@lonja/kit/part-texts'
import { PartWordsIn } from '@lonja/kit/parts/words'
import { keepSeats } from '@lonja/kit/session'
import { show, withHouse, type Page, type Wire } from '@lonja/kit/screens.testing'
import { openTexts } from '@lonja/kit/text'
import { PAGES, kindOf } from './routes.ts'
import { LANGUAGE_TEXTS } from './texts.ts'

/** Component tests of the console: its own texts, map and keys, and a test house behind the wire. */
export function withConsole(): Wire {
  beforeAll(async () => {
    keepSeats()
    followKeys()
    await openTexts(LANGUAGE_TEXTS)
  })
  return withHouse()
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
      <Screen />
    </Worded>,
  )
}

function Worded({ children }: { children: ReactNode }) {
  const words = usePartTexts()
  return <PartWordsIn value={words}>{children}</PartWordsIn>
}
