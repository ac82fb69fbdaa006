import { createContext, type RefObject } from 'react'

/** The scrolling element: a screen's content. Lists measure themselves in it. It exists when a page's effects run. */
export const Scroller = createContext<RefObject<HTMLElement | null>>({ current: null })
