import { ShownLanguage } from '@lonja/kit/formats'
import { Bubble } from '@lonja/kit/parts/Bubble'
import * as icons from '@lonja/kit/parts/icons'
import { OfflineBar } from '@lonja/kit/parts/blocks'
import { PracticeStrip } from '@lonja/kit/parts/PracticeStrip'
import { Sheet } from '@lonja/kit/parts/Sheet'
import { Shell } from '@lonja/kit/parts/Shell'
import { TabBar } from '@lonja/kit/parts/TabBar'
import { ToastHost } from '@lonja/kit/parts/ToastHost'
import { PartWordsIn } from '@lonja/kit/parts/words'
import '@lonja/kit/tokens.css'
import { languageFor } from '@lonja/core/base/language'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { PAGES } from './pages.tsx'
import { WORDS } from './words.ts'

const query = new URLSearchParams(location.search)
const scale = query.get('scale')
if (scale) document.documentElement.dataset['textScale'] = scale

const TABS = [
  { label: 'Inicio', icon: icons.HouseIcon, iconOn: icons.HouseFillIcon, href: '?page=instrument' },
  { label: 'Mercado', icon: icons.ChartBarIcon, iconOn: icons.ChartBarFillIcon, href: '?page=market' },
  { label: 'Operar', icon: icons.BriefcaseIcon, iconOn: icons.BriefcaseFillIcon, href: '?page=ticket' },
  { label: 'Favoritos', icon: icons.StarIcon, iconOn: icons.StarFillIcon, href: '?page=form' },
  { label: 'Perfil', icon: icons.UserIcon, iconOn: icons.UserFillIcon, href: '?page=states' },
]

function Gallery() {
  const page = query.get('page') ?? 'market'
  const [place, setPlace] = useState<{ x: number; y: number } | null>(null)
  const [open, setOpen] = useState(false)
  const tabs = ['market', 'home', 'rows'].includes(page)
  const Page = PAGES[page]
  return (
    <Shell
      top={
        <>
          <PracticeStrip text="Dinero de práctica · precios simulados" onOpen={() => setOpen(true)} />
          {query.has('offline') && <OfflineBar text="Sin conexión. Datos de las 14:31:50." right="Reconectando" />}
        </>
      }
      tabs={
        tabs && (
          <TabBar label="Secciones" items={TABS} chosen={1} onChoose={(tab) => (location.search = TABS[tab]!.href)} />
        )
      }
      floating={
        <>
          <Bubble label="Ayuda" hint="Muévela con las flechas" href="#help" place={place} onPlace={setPlace} />
          <ToastHost />
        </>
      }
    >
      {Page ? <Page /> : <p>{Object.keys(PAGES).join(' ')}</p>}
      {open && (
        <Sheet title="Qué es esto" onClose={() => setOpen(false)}>
          <p>Lonja es una bolsa de práctica. No es un bróker autorizado y aquí no se mueve dinero real.</p>
        </Sheet>
      )}
    </Shell>
  )
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <ShownLanguage value={languageFor(query.get('lang'))}>
      <PartWordsIn value={WORDS}>
        <Gallery />
      </PartWordsIn>
    </ShownLanguage>,
  )
}
