import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, lazy } from 'react'
import { ShownLanguage } from '@lonja/kit/formats'
import { ToastHost } from '@lonja/kit/parts/ToastHost'
import { Shell } from '@lonja/kit/parts/Shell'
import { PartWordsIn } from '@lonja/kit/parts/words'
import { queries } from '@lonja/kit/reads'
import { useSession } from '@lonja/kit/session'
import { useLanguage } from '@lonja/kit/text'
import { Fault } from './shell/Fault.tsx'
import { Connection } from './shell/Connection.tsx'
import { Pages } from './shell/Pages.tsx'
import { Strip } from './shell/Strip.tsx'
import { SupportBubble } from './shell/SupportBubble.tsx'
import { Tabs } from './shell/Tabs.tsx'
import { usePartTexts } from '@lonja/kit/part-texts'

const RowMenus = lazy(async () => ({ default: (await import('./watchlist/RowMenus.tsx')).RowMenus }))
const Own = lazy(async () => ({ default: (await import('./shell/Own.tsx')).Own }))

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
                  <Fault instead={null}>
                    <Suspense>{session && <Own />}</Suspense>
                  </Fault>
                  <Fault instead={null}>
                    <Suspense>
                      <RowMenus />
                    </Suspense>
                  </Fault>
                  <SupportBubble />
                  <ToastHost />
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
