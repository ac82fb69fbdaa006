import { QueryClientProvider } from '@tanstack/react-query'
import { ShownLanguage } from '@lonja/kit/formats'
import { ToastHost } from '@lonja/kit/parts/ToastHost'
import { Shell } from '@lonja/kit/parts/Shell'
import { PartWordsIn } from '@lonja/kit/parts/words'
import { queries } from '@lonja/kit/reads'
import { useLanguage } from '@lonja/kit/text'
import { Fault } from './shell/Fault.tsx'
import { Connection } from './shell/Connection.tsx'
import { Own } from './shell/Own.tsx'
import { Pages } from './shell/Pages.tsx'
import { Strip } from './shell/Strip.tsx'
import { SupportBubble } from './shell/SupportBubble.tsx'
import { Tabs } from './shell/Tabs.tsx'
import { usePartTexts } from './shell/words.ts'

/** The phone: practice strip, the page one stands on, the tab bar, and what floats. */
export function App() {
  const language = useLanguage()
  const words = usePartTexts()
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
                  <Own />
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
