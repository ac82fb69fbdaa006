import { lazy, type ComponentType } from 'react'
import { ROUTES, type Screen } from '../routes.ts'

const components = new Map<Screen, ComponentType>()

/**
 * Fetch a page's code before it is drawn, so that it is drawn at once. A failed fetch is retried when the page is
 * drawn.
 */
export async function fetchScreen(path: string): Promise<void> {
  const screen = ROUTES[path]?.screen
  if (!screen || components.has(screen)) return
  const page = await screen().catch(() => null)
  if (page) components.set(screen, page)
}

/** Code that failed to load is requested again on the next visit. */
async function codeOf(screen: Screen): Promise<{ default: ComponentType }> {
  try {
    return { default: await screen() }
  } catch (error) {
    components.delete(screen)
    throw error
  }
}

/** The page's component: loaded already, or suspending until its code arrives. */
export function screenFor(screen: Screen): ComponentType {
  const page = components.get(screen) ?? lazy(() => codeOf(screen))
  components.set(screen, page)
  return page
}
