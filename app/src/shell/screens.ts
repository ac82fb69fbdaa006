import { lazy, type ComponentType } from 'react'
import { currentSession } from '@lonja/kit/session'
import type { Route, Screen } from '../route.ts'
import { ROUTES } from '../routes.ts'

/** The old page stays this long while the next one's code is on its way; then the loading view takes its place. */
export const STAY_MS = 200

/** Pages whose code is here. */
const components = new Map<Screen, ComponentType>()
/** Pages that were drawn before their code was here. They keep that component, so that they keep their state. */
const suspending = new Map<Screen, ComponentType>()
const requests = new Map<Screen, Promise<ComponentType>>()
const waits = new Map<Screen, Promise<void>>()

/** A page's code, requested once. A failed request is made again by the next visit. */
function codeOf(screen: Screen): Promise<ComponentType> {
  const request = requests.get(screen) ?? requested(screen)
  requests.set(screen, request)
  return request
}

async function requested(screen: Screen): Promise<ComponentType> {
  try {
    const page = await screen()
    components.set(screen, suspending.get(screen) ?? page)
    return page
  } catch (error) {
    requests.delete(screen)
    suspending.delete(screen)
    throw error
  }
}

/**
 * Fetch a page's code before it is drawn, so that it is drawn at once. A failed fetch is retried when the page is
 * drawn.
 */
export async function fetchScreen(path: string): Promise<void> {
  const route = ROUTES[path]
  if (!route?.screen) return
  const needed = [codeOf(route.screen), ...(asksToSignIn(route) ? [fetchSignIn()] : [])]
  await Promise.all(needed).catch(() => undefined)
}

/** The page that a visitor sees in place of a customer's; null until its code is here. */
let signIn: ComponentType | null = null
const lateSignIn = lazy(async () => ({ default: await fetchSignIn() }))

async function fetchSignIn(): Promise<ComponentType> {
  signIn = (await import('./SignInFirst.tsx')).SignInFirst
  return signIn
}

export const signInScreen = (): ComponentType => signIn ?? lateSignIn

const asksToSignIn = ({ caller }: Route): boolean => caller === 'customer' && currentSession() === null

/**
 * The wait before a page is drawn, for React's `use`: until its code is here or has failed, or the old page stayed long
 * enough. Null if there is nothing to wait for. One page has one wait: React reads it again when it has ended.
 */
export function waitForScreen(path: string): Promise<void> | null {
  const route = ROUTES[path]
  const screen = route?.screen
  if (!screen || (components.has(screen) && (signIn !== null || !asksToSignIn(route)))) return null
  const late = () => new Promise<void>((resolve) => setTimeout(resolve, STAY_MS))
  const wait = waits.get(screen) ?? Promise.race([fetchScreen(path), late()])
  waits.set(screen, wait)
  return wait
}

/** The page's component: here already, or suspending until its code arrives. */
export function screenFor(screen: Screen): ComponentType {
  const here = components.get(screen) ?? suspending.get(screen)
  if (here) return here
  const page = lazy(async () => ({ default: await codeOf(screen) }))
  suspending.set(screen, page)
  return page
}
