import { useEffect, type ReactNode } from 'react'
import { afterEach, beforeAll } from 'vitest'
import type { NameIn } from '@lonja/core/base/lists'
import { PlaceIn, here, openNav, shown } from '@lonja/kit/nav'
import { urlFor, type Place } from '@lonja/kit/nav.rules'
import { usePartTexts } from '@lonja/kit/part-texts'
import { PartWordsIn } from '@lonja/kit/parts/words'
import { show, withHouse, type Page, type Wire } from '@lonja/kit/screens.testing'
import { changeLanguage, fetchLaterTexts, fetchTexts, openTexts } from '@lonja/kit/text'
import type { Language } from '@lonja/core/base/language'
import { ROUTES, kindOf } from './routes.ts'
import { FIRST_TEXTS, LATER_TEXTS, OWN_TEXTS } from './texts.ts'

/** Component tests of the app: its own texts, its own map, and a test house behind the wire. */
export function withApp(): Wire {
  beforeAll(async () => {
    await openTexts(FIRST_TEXTS, LATER_TEXTS)
    await Promise.all([fetchLaterTexts(), ...Object.values(OWN_TEXTS).map(fetchTexts)])
  })
  afterEach(() => {
    delete document.documentElement.dataset['source']
    delete document.documentElement.dataset['off']
  })
  return withHouse()
}

/** The page of a practice house whose operator has switched products off. */
export function switchOff(...products: readonly NameIn<'products'>[]): void {
  Object.assign(document.documentElement.dataset, { source: 'practice', off: products.join(' ') })
}

/** Open a page of the app by its address in the map. It stays on the screen when the app navigates: see `whereNow`. */
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

/** The page to which the app has navigated. */
export const whereNow = (): string => urlFor(here())
