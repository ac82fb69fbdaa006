import { useEffect, type ReactNode } from 'react'
import { beforeAll } from 'vitest'
import { PlaceIn, here, openNav, shown } from '@lonja/kit/nav'
import { urlFor, type Place } from '@lonja/kit/nav.rules'
import { usePartTexts } from '@lonja/kit/part-texts'
import { PartWordsIn } from '@lonja/kit/parts/words'
import { show, withHouse, type Page, type Wire } from '@lonja/kit/testing'
import { changeLanguage, openTexts } from '@lonja/kit/text'
import type { Language } from '@lonja/core/base/language'
import { ROUTES, kindOf } from './routes.ts'
import { LANGUAGE_TEXTS } from './texts.ts'

/** Component tests of the app: its own words, its own map, and a house of the test behind the wire. */
export function withApp(): Wire {
  beforeAll(() => openTexts(LANGUAGE_TEXTS))
  return withHouse()
}

/** Open a page of the app by its address, as its map has it. It stays on the screen when the app moves on: see `whereNow`. */
export async function openPage(url: string, language: Language = 'tur'): Promise<Page> {
  await changeLanguage(language)
  history.replaceState(null, '', `#${url}`)
  openNav(kindOf)
  const place = here()
  const screen = await ROUTES[place.path]?.screen?.()
  if (!screen) throw new Error(`No page stands at ${url}`)
  const Screen = screen
  return show(
    <Frame place={place}>
      <Screen />
    </Frame>,
  )
}

function Frame({ place, children }: { place: Place; children: ReactNode }) {
  const words = usePartTexts()
  useEffect(() => shown(), [])
  return (
    <PartWordsIn value={words}>
      <PlaceIn value={place}>{children}</PlaceIn>
    </PartWordsIn>
  )
}

/** Where the app stands: the page it has moved on to. */
export const whereNow = (): string => urlFor(here())
