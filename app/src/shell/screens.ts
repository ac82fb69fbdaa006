import { lazy, type ComponentType } from 'react'
import { ROUTES, type Screen } from '../routes.ts'

const known = new Map<Screen, ComponentType>()

/** Fetch the code of a page before it is drawn, so that it is drawn at once. A page that cannot be fetched is tried again when drawn. */
export async function fetchScreen(path: string): Promise<void> {
  const screen = ROUTES[path]?.screen
  if (!screen || known.has(screen)) return
  const page = await screen().catch(() => null)
  if (page) known.set(screen, page)
}

/** Code that did not come is asked for again the next time somebody goes there. */
async function codeOf(screen: Screen): Promise<{ default: ComponentType }> {
  try {
    return { default: await screen() }
  } catch (error) {
    known.delete(screen)
    throw error
  }
}

/** The page itself: the one that is there already, or one whose code is waited for. */
export function screenFor(screen: Screen): ComponentType {
  const page = known.get(screen) ?? lazy(() => codeOf(screen))
  known.set(screen, page)
  return page
}
