// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { show } from '@lonja/kit/screens.testing'
import { withApp } from '../screens.testing.tsx'
import { Headline } from './Headline.tsx'

withApp()

test.each([
  ['昆恩贝拉制药公布财报当日股价上涨\u00a03.90%', ['涨\u00a03.90%']],
  ['卡斯塔马尔航运上涨\u00a05.41%，为平常波动的\u00a07.7\u00a0倍', ['涨\u00a05.41%', '的\u00a07.7\u00a0倍']],
  ['西班牙收盘：涨多跌少', []],
])('a headline keeps each figure whole and on its word: %s', (text, figures) => {
  const headline = show(
    <h2>
      <Headline text={text} />
    </h2>,
  ).getByRole('heading')
  expect(headline.textContent).toBe(text)
  expect([...headline.querySelectorAll('span')].map(({ textContent }) => textContent)).toEqual(figures)
})
