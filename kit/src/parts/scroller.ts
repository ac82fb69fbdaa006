import { createContext } from 'react'

/** The element that scrolls: a screen's content. Lists measure themselves in it. */
export const Scroller = createContext<HTMLElement | null>(null)
