/*
 * Browser features that jsdom lacks and screens use. Importing this file adds them to the window. They follow the HTML
 * standard on opening, closing and moving the focus; nothing here lays out or draws.
 */

interface Modal {
  readonly dialog: HTMLDialogElement
  /** The element that had the focus before. */
  readonly before: Element | null
}

let modals: readonly Modal[] = []

/** The topmost dialog, ignoring one removed from the page without `close()`. */
function topModal(): HTMLDialogElement | null {
  modals = modals.filter(({ dialog }) => dialog.isConnected && dialog.open)
  return modals.at(-1)?.dialog ?? null
}

const FOCUSABLE = 'button, [href], input:not([type="hidden"]), select, textarea, [tabindex]'

function focusFirst(dialog: HTMLDialogElement): void {
  const target = dialog.querySelector<HTMLElement>('[autofocus]') ?? dialog.querySelector<HTMLElement>(FOCUSABLE)
  if (target) return target.focus()
  dialog.tabIndex = -1
  dialog.focus()
}

function showModal(this: HTMLDialogElement): void {
  if (this.open || !this.isConnected) throw new DOMException('The dialog is open or in no page', 'InvalidStateError')
  modals = [...modals, { dialog: this, before: document.activeElement }]
  this.setAttribute('open', '')
  focusFirst(this)
}

function close(this: HTMLDialogElement): void {
  if (!this.open) return
  const modal = modals.find(({ dialog }) => dialog === this)
  modals = modals.filter((each) => each !== modal)
  this.removeAttribute('open')
  if (modal?.before instanceof HTMLElement) modal.before.focus({ preventScroll: true })
  setTimeout(() => this.dispatchEvent(new Event('close')))
}

/** Escape asks the topmost dialog to close. */
function followEscape(): void {
  document.addEventListener('keydown', ({ key, defaultPrevented }) => {
    const dialog = topModal()
    if (key !== 'Escape' || defaultPrevented || !dialog) return
    if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close()
  })
}

/** A page behind an open modal dialog is inert: no press reaches it. */
function guardInert(): void {
  const guard = (event: Event): void => {
    const dialog = topModal()
    if (!dialog || (event.target instanceof Node && dialog.contains(event.target))) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  for (const name of ['pointerdown', 'mousedown', 'click']) addEventListener(name, guard, { capture: true })
}

const shownPopovers = new WeakSet<Element>()
const matches = Reflect.get(Element.prototype, 'matches') as (this: Element, selector: string) => boolean

/** jsdom's stylesheet hides every popover. */
function addPopover(): void {
  HTMLElement.prototype.showPopover = function show() {
    shownPopovers.add(this)
    this.style.display = 'block'
  }
  HTMLElement.prototype.hidePopover = function hide() {
    shownPopovers.delete(this)
    this.style.removeProperty('display')
  }
  const look = function (this: Element, selector: string): boolean {
    return selector === ':popover-open' ? shownPopovers.has(this) : matches.call(this, selector)
  }
  Element.prototype.matches = look as typeof Element.prototype.matches
}

interface Watcher {
  readonly watched: ReadonlySet<Element>
  readonly tell: (entries: readonly IntersectionObserverEntry[]) => void
}
const watchers = new Set<Watcher>()

/** Scroll an element into sight and notify its `IntersectionObserver`. */
export function bringIntoSight(element: Element): void {
  const entry = { target: element, isIntersecting: true } as unknown as IntersectionObserverEntry
  for (const { watched, tell } of [...watchers]) if (watched.has(element)) tell([entry])
}

/** Scroll an element out of sight, and notify its `IntersectionObserver`. */
export function takeOutOfSight(element: Element): void {
  const entry = { target: element, isIntersecting: false } as unknown as IntersectionObserverEntry
  for (const { watched, tell } of [...watchers]) if (watched.has(element)) tell([entry])
}

/** The number of observed elements. A part that was removed observes none. */
export const watchedElements = (): readonly Element[] => [...watchers].flatMap(({ watched }) => [...watched])

function addObservers(): void {
  globalThis.IntersectionObserver = class {
    readonly #watched = new Set<Element>()
    readonly #watcher: Watcher
    constructor(tell: IntersectionObserverCallback) {
      this.#watcher = {
        watched: this.#watched,
        tell: (entries) => tell([...entries], this as unknown as IntersectionObserver),
      }
      watchers.add(this.#watcher)
    }
    observe(element: Element): void {
      this.#watched.add(element)
    }
    unobserve(element: Element): void {
      this.#watched.delete(element)
    }
    disconnect(): void {
      watchers.delete(this.#watcher)
    }
  } as unknown as typeof IntersectionObserver
  // Elements have no size in jsdom, so no resize is ever reported.
  globalThis.ResizeObserver = class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  }
}

const previews = new Set<string>()

/** Object URLs that were created and not revoked. */
export const openPreviews = (): readonly string[] => [...previews]

let count = 0
function addObjectUrls(): void {
  URL.createObjectURL = () => {
    const address = `blob:${++count}`
    previews.add(address)
    return address
  }
  URL.revokeObjectURL = (address) => void previews.delete(address)
}

function isSeen(element: Element): boolean {
  const isShown = getComputedStyle(element).display !== 'none'
  return isShown && element.isConnected && (element.parentElement === null || isSeen(element.parentElement))
}

HTMLDialogElement.prototype.showModal = showModal
HTMLDialogElement.prototype.close = close
Element.prototype.checkVisibility = function look() {
  return isSeen(this)
}
Element.prototype.scrollIntoView = () => undefined
Element.prototype.scrollTo = () => undefined
Element.prototype.animate = () => ({}) as Animation
Object.defineProperty(document, 'fonts', { value: new EventTarget() })
// A page over plain HTTP, as most houses of one person are.
globalThis.isSecureContext = false
globalThis.CSS = { escape: (name: string) => name } as typeof CSS
globalThis.matchMedia = (media) =>
  ({ media, matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }) as never
followEscape()
guardInert()
addPopover()
addObservers()
addObjectUrls()
