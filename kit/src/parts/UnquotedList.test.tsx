// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { figureOf, show, withHouse } from '../screens.testing.tsx'
import { UnquotedList } from './UnquotedList.tsx'

withHouse()

test('each reason has its number and the first names, and says how many more there are only where there are more', () => {
  const page = show(
    <UnquotedList
      unquoted={[
        { why: 'not_heard', count: 24, some: ['XNYS:DEF', 'XNAS:GHI'] },
        { why: 'no_quotes', count: 1, some: ['XMAD:JKL'] },
      ]}
      label={(why) => `why: ${why}`}
      andMore={({ names, count }) => `${names} and ${count} more`}
    />,
  )
  expect([figureOf('why: not_heard'), figureOf('why: no_quotes')]).toEqual(['24', '1'])
  expect(page.getByText('DEF, GHI and 22 more')).toBeTruthy()
  expect(page.getByText('JKL')).toBeTruthy()
})
