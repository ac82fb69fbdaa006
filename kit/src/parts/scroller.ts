import { createContext, type RefObject } from 'react'

/** The element that scrolls: a screen's content. Lists measure themselves in it. It is there when a page's effects run. */
export const Scroller = createContext<RefObject<HTMLElement | null>>({ current: null })
