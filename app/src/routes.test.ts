import { expect, test } from 'vitest'
import { AGAINST_CLOSING, AGAINST_START_OVER, GROUPS, RECORD_PAGES } from '@lonja/core/lists'
import { ROUTES, TABS, kindOf } from './routes.ts'

/** Every path of the spec, section 2, in its order. */
const SPEC = [
  '/pages/home/index',
  '/pages/market/index',
  '/pages/trade/index',
  '/pages/optional/index',
  '/pages/mine/index',
  '/subPackages/login/login',
  '/subPackages/register/register',
  '/subPackages/message/message',
  '/subPackages/news/list',
  '/subPackages/news/detail',
  '/subPackages/payPwd/index',
  '/subPackages/loginPwd/index',
  '/subPackages/recharge/recharge',
  '/subPackages/recharge/type',
  '/subPackages/recharge/record',
  '/subPackages/real/real',
  '/subPackages/trade/detail',
  '/subPackages/withdraw/withdraw',
  '/subPackages/withdraw/index',
  '/subPackages/withdraw/record',
  '/subPackages/bank/list',
  '/subPackages/bank/bankCard',
  '/subPackages/bank/currency',
  '/subPackages/bank/type',
  '/subPackages/home/blockTrading/blockTrading',
  '/subPackages/home/loan/loan',
  '/subPackages/home/loan/record',
  '/subPackages/home/dayTrading/dayTrading',
  '/subPackages/home/options/options',
  '/subPackages/home/options/detail',
  '/subPackages/home/ai/ai',
  '/subPackages/home/socketDetail/socketDetail',
  '/subPackages/home/socketDetail/place',
  '/subPackages/home/ipo/ipo',
  '/subPackages/home/ipo/detail',
]

test('every path of the spec stands in the table exactly as written, and every other one is marked as ours', () => {
  const specs = Object.keys(ROUTES).filter((path) => !ROUTES[path]?.ours)
  expect(specs.toSorted()).toEqual(SPEC.toSorted())
  expect(SPEC).toHaveLength(35)
})

test('the five tabs are the tab pages, in the order of the spec', () => {
  expect(Object.keys(ROUTES).filter((path) => ROUTES[path]?.kind === 'tab')).toEqual(SPEC.slice(0, 5))
  expect(TABS).toEqual(SPEC.slice(0, 5))
})

test('what stops a customer from starting over or closing leads to a page', () => {
  const parts = [...Object.values(AGAINST_START_OVER), ...Object.values(AGAINST_CLOSING)]
  expect(parts.length).toBeGreaterThan(3)
  expect(parts.filter(({ path }) => kindOf(path) === null)).toEqual([])
})

test('the groups of entries lead to pages', () => {
  const paths = [...Object.values(GROUPS).map(({ first }) => first), ...Object.values(RECORD_PAGES)]
  expect(paths.length).toBeGreaterThan(4)
  expect(paths.filter((path) => kindOf(path) === null)).toEqual([])
})

test('a page that is not there has no kind', () => {
  expect(kindOf('/pages/home/index')).toBe('tab')
  expect(kindOf('/subPackages/login/login')).toBe('page')
  expect(kindOf('/pages/none')).toBeNull()
})

test.each(Object.entries(ROUTES))('%s opens a screen', async (_path, { screen }) => {
  expect(await screen?.()).toBeTypeOf('function')
})
