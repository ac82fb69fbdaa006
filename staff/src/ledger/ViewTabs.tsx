import { replacePage, urlTo, usePlace } from '@lonja/kit/nav'
import { Tabs } from '@lonja/kit/parts/Tabs'
import { useText } from '@lonja/kit/text'

/** The two views of the house's books: a day reconciled, and every line. */
export function ViewTabs({ view }: { view: 'day' | 'lines' }) {
  const t = useText('ledger')
  const { path } = usePlace()
  return (
    <Tabs
      label={t('views')}
      tabs={[
        { value: 'day', label: t('viewDay') },
        { value: 'lines', label: t('viewLines') },
      ]}
      value={view}
      onChange={(next) => replacePage(urlTo(path, { view: next === 'lines' ? next : undefined }))}
    />
  )
}
