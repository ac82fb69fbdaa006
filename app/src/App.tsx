import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, lazy, type ReactNode } from 'react'
import { ShownLanguage } from '@lonja/kit/formats'
import { Shell } from '@lonja/kit/parts/Shell'
import { PartWordsIn } from '@lonja/kit/parts/words'
import { queries } from '@lonja/kit/reads'
import { useSession } from '@lonja/kit/session'
import { useLanguage } from '@lonja/kit/text'
import { Fault } from './shell/Fault.tsx'
import { Connection } from './shell/Connection.tsx'
import { Pages } from './shell/Pages.tsx'
import { Strip } from './shell/Strip.tsx'
import { Tabs } from './shell/Tabs.tsx'
import { usePartTexts } from '@lonja/kit/part-texts'

const RowMenus = lazy(async () => ({ default: (await import('./watchlist/RowMenus.tsx')).RowMenus }))
const ToastHost = lazy(async () => ({ default: (await import('@lonja/kit/parts/ToastHost')).ToastHost }))
const SupportBubble = lazy(async () => ({ default: (await import('./shell/SupportBubble.tsx')).SupportBubble }))
const Own = lazy(async () => ({ default: (await import('./shell/Own.tsx')).Own }))

/** A floating part, whose code comes after the page. Without it the page is whole. */
const Late = ({ children }: { children: ReactNode }) => (
  <Fault instead={null}>
    <Suspense>{children}</Suspense>
  </Fault>
)

/** The phone: practice strip, current page, tab bar, and floating parts. */
export function App() {
  const language = useLanguage()
  const words = usePartTexts()
  const session = useSession()
  return (
    <QueryClientProvider client={queries}>
      <ShownLanguage value={language}>
        <PartWordsIn value={words}>
          <Fault>
            <Shell
              top={
                <>
                  <Strip />
                  <Connection />
                </>
              }
              tabs={<Tabs />}
              floating={
                <>
                  <Late>{session && <Own />}</Late>
                  <Late>
                    <RowMenus />
                  </Late>
                  <Late>
                    <SupportBubble />
                  </Late>
                  <Late>
                    <ToastHost />
                  </Late>
                </>
              }
            >
              <Pages />
            </Shell>
          </Fault>
        </PartWordsIn>
      </ShownLanguage>
    </QueryClientProvider>
  )
}
