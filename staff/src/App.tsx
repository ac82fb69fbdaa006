import { QueryClientProvider } from '@tanstack/react-query'
import { ShownLanguage } from '@lonja/kit/formats'
import { usePlace } from '@lonja/kit/nav'
import { PartWordsIn } from '@lonja/kit/parts/words'
import { queries } from '@lonja/kit/reads'
import { useSession } from '@lonja/kit/session'
import { useLanguage } from '@lonja/kit/text'
import { linkIn } from './routes.ts'
import { Frame } from './shell/Frame.tsx'
import { Gate } from './shell/Gate.tsx'
import { ToastHost } from './shell/late.tsx'
import { usePartTexts } from '@lonja/kit/part-texts'

/** The console: its frame for a signed-in seat, and sign-in for everybody else. */
export function App() {
  const language = useLanguage()
  const words = usePartTexts()
  const session = useSession()
  const link = linkIn(usePlace().path)
  return (
    <QueryClientProvider client={queries}>
      <ShownLanguage value={language}>
        <PartWordsIn value={words}>
          {session && link === null ? <Frame key={session.userId} /> : <Gate link={link} />}
          <ToastHost />
        </PartWordsIn>
      </ShownLanguage>
    </QueryClientProvider>
  )
}
