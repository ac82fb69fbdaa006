// @vitest-environment jsdom
import { fireEvent } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show, withHouse } from '../screens.testing.tsx'
import { HouseIcon, HouseFillIcon } from './icons.tsx'
import { TabBar } from './TabBar.tsx'

withHouse()

const TABS = ['Inicio', 'Mercado'].map((label) => ({
  label,
  icon: HouseIcon,
  iconOn: HouseFillIcon,
  href: `#/${label}`,
}))

function openTabs() {
  const onChoose = vi.fn()
  const page = show(<TabBar label="Partes" items={TABS} chosen={0} onChoose={onChoose} />)
  return { onChoose, tab: (name: string) => page.getByRole('link', { name }) }
}

test('a tap chooses its tab, and stays in this window', () => {
  const { onChoose, tab } = openTabs()
  expect(fireEvent.click(tab('Mercado'))).toBe(false)
  expect(onChoose.mock.calls).toEqual([[1]])
})

test('the tab of the page says so', () => {
  const { tab } = openTabs()
  expect(['Inicio', 'Mercado'].map((name) => tab(name).getAttribute('aria-current'))).toEqual(['page', null])
})

test.each(['metaKey', 'ctrlKey', 'shiftKey'])(
  'a click with %s is left to the browser, which opens another window',
  (key) => {
    const { onChoose, tab } = openTabs()
    const goesOn = fireEvent.click(tab('Mercado'), { [key]: true })
    expect([goesOn, onChoose.mock.calls]).toEqual([true, []])
  },
)
