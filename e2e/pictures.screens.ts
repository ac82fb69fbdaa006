import { PASSWORD } from './person.ts'
import type { Other } from './scenes.money.ts'

/** One screen to look at: its place, and its viewer. */
export interface PictureScreen {
  readonly name: string
  /** Behind the hash, or a whole address; `{share}`, `{index}`, `{order}`, `{news}` are filled with existing ones. */
  readonly path: string
  /** `person` is signed in; a newcomer has nothing; others have an identity check in a state of their own. */
  readonly who: 'anyone' | 'person' | 'newcomer' | Other
  /** Elements to press before the picture is taken: by a text key of the app, or a CSS selector; or text to type. */
  readonly press?: readonly (readonly [feature: string, key: string] | string | Typed)[]
  /** It consists of parts of another entry: axe checks it in the long tests only. */
  readonly sameParts?: true
  /** A page rendered by the server, whose text size is the browser's own. */
  readonly served?: true
  /** Its states, if it does not have all four. */
  readonly states?: readonly State[]
}

/** A text for the first element that a CSS selector finds. */
interface Typed {
  readonly into: string
  /** Without a text, the element is awaited. */
  readonly text?: string
}

/** A part that a press opens on a full screen. */
const opened = (name: string, path: string, ...press: NonNullable<PictureScreen['press']>): PictureScreen => ({
  name,
  path,
  who: 'person',
  press,
  states: ['full'],
})

/** The button that submits a form, its field for an amount, and the names on the documents. */
const SEND = 'form [type=submit]'
const DOCKED = '[data-dock] button:not([aria-disabled])'
const FIGURE = 'main input[inputmode=decimal]'
const NAMES = [
  { into: 'main input >> nth=0', text: 'Maximiliana' },
  { into: 'main input >> nth=1', text: 'Fernández-Villaverde y Santamaría' },
  ['kyc', 'next'],
] as const

/** Every screen that is built, in the order of the contact sheet. */
export const SCREENS: readonly PictureScreen[] = [
  { name: 'home', path: '/pages/home/index', who: 'person' },
  { name: 'home-visitor', path: '/pages/home/index', who: 'anyone' },
  { name: 'search', path: '/subPackages/discover/search', who: 'person' },
  { name: 'search-results', path: '/subPackages/discover/search?words=ca', who: 'anyone' },
  { name: 'search-forgiven', path: '/subPackages/discover/search?words=caldrewick', who: 'anyone', states: ['full'] },
  { name: 'search-nothing', path: '/subPackages/discover/search?words=xqzvw', who: 'anyone', states: ['full'] },
  { name: 'market', path: '/pages/market/index', who: 'person' },
  { name: 'market-narrowed', path: '/pages/market/index?venue=XNYS&sector=industry&list=losers', who: 'anyone' },
  { name: 'market-radar', path: '/pages/market/index?venue=all&list=radar', who: 'person' },
  { name: 'market-watched', path: '/pages/market/index?venue=all&list=watched', who: 'person' },
  { name: 'market-watched-visitor', path: '/pages/market/index?list=watched', who: 'anyone', states: ['full'] },
  { name: 'market-earnings', path: '/pages/market/index?venue=all&list=earnings', who: 'person' },
  opened('market-reported', '/pages/market/index?venue=all&list=earnings', 'label:has([value=reported])'),
  opened('market-venues', '/pages/market/index', ['discover', 'filters']),
  { name: 'stock', path: '/subPackages/home/socketDetail/socketDetail?listing={share}', who: 'person' },
  opened('stock-candles', '/subPackages/home/socketDetail/socketDetail?listing={share}', 'label:has([value=quarter])'),
  opened(
    'stock-five-days',
    '/subPackages/home/socketDetail/socketDetail?listing={share}',
    'label:has([value=fiveDays])',
  ),
  opened(
    'stock-indicators',
    '/subPackages/home/socketDetail/socketDetail?listing={share}',
    'label:has([value=quarter])',
    ['discover', 'indicatorSettings'],
  ),
  opened(
    'stock-full-screen',
    '/subPackages/home/socketDetail/socketDetail?listing={share}',
    'label:has([value=year])',
    ['discover', 'fullScreen'],
  ),
  opened('stock-lists', '/subPackages/home/socketDetail/socketDetail?listing={share}', ['watchlist', 'chooseLists']),
  opened('stock-table', '/subPackages/home/socketDetail/socketDetail?listing={share}', ['discover', 'table']),
  opened('stock-company', '/subPackages/home/socketDetail/socketDetail?listing={share}', ['discover', 'company']),
  { name: 'index', path: '/subPackages/home/socketDetail/socketDetail?listing={index}', who: 'person' },
  opened('index-members', '/subPackages/home/socketDetail/socketDetail?listing={index}', ['discover', 'members']),
  { name: 'ticket-buy', path: '/subPackages/home/socketDetail/place?listing={share}&side=buy', who: 'person' },
  { name: 'ticket-sell', path: '/subPackages/home/socketDetail/place?listing={share}&side=sell', who: 'person' },
  opened('ticket-limit', '/subPackages/home/socketDetail/place?listing={share}&side=buy', 'label:has([value=limit])'),
  opened('ticket-ask', '/subPackages/home/socketDetail/place?listing={share}&side=sell', '[data-dock] button'),
  { name: 'trading-centre', path: '/pages/trade/index', who: 'person' },
  opened('trading-lots', '/pages/trade/index', 'main button[aria-expanded=false]'),
  { name: 'trading-open', path: '/pages/trade/index', who: 'person', press: [['portfolio', 'openOrders']] },
  { name: 'trading-records', path: '/pages/trade/index', who: 'person', press: [['portfolio', 'records']] },
  { name: 'trading-closed', path: '/pages/trade/index', who: 'person', press: [['portfolio', 'closed']] },
  opened('trading-closed-one', '/pages/trade/index', ['portfolio', 'closed'], 'main button[aria-expanded=false]'),
  { name: 'trade-detail', path: '/subPackages/trade/detail?id={order}', who: 'person' },
  {
    name: 'trade-bought',
    path: '/subPackages/trade/detail?id={bought}',
    who: 'person',
    states: ['full'],
    sameParts: true,
  },
  { name: 'trade-open', path: '/subPackages/trade/detail?id={open}', who: 'person', states: ['full'] },
  opened('trade-cancel', '/subPackages/trade/detail?id={open}', '[data-dock] button'),
  { name: 'watchlist', path: '/pages/optional/index', who: 'person' },
  opened('watchlist-order', '/pages/optional/index', ['watchlist', 'edit']),
  opened('watchlist-second', '/pages/optional/index', '[role=tab]:nth-child(2)'),
  opened('watchlist-name', '/pages/optional/index', ['watchlist', 'newList']),
  opened('watchlist-add', '/pages/optional/index', ['watchlist', 'add']),
  { name: 'alerts', path: '/subPackages/watchlist/alerts', who: 'person' },
  { name: 'alert', path: '/subPackages/watchlist/alerts?listing={share}', who: 'person' },
  opened('alert-tell', '/subPackages/watchlist/alerts?listing={share}', 'main button[aria-haspopup=dialog]'),
  opened('alert-percent', '/subPackages/watchlist/alerts?listing={share}', 'label:has([value=percent])'),
  opened('alert-index', '/subPackages/watchlist/alerts?listing={index}', 'label:has([value=below])'),
  opened('alert-change', '/subPackages/watchlist/alerts', 'main li a'),
  { name: 'messages', path: '/subPackages/message/message', who: 'person' },
  { name: 'push', path: '/subPackages/message/push', who: 'person' },
  opened('messages-prices', '/subPackages/message/message', '[role=group] button:nth-child(3)'),
  { ...opened('messages-money', '/subPackages/message/message', '[role=group] button:nth-child(4)'), sameParts: true },
  {
    ...opened('messages-account', '/subPackages/message/message', '[role=group] button:nth-child(5)'),
    sameParts: true,
  },
  opened('messages-read', '/subPackages/message/message', 'main button[aria-expanded=false]'),
  { name: 'news', path: '/subPackages/news/list', who: 'person', states: ['loading', 'failed', 'full'] },
  opened('news-none', '/subPackages/news/list', ['news', 'house']),
  opened('news-own', '/subPackages/news/list', ['news', 'own']),
  opened('news-search', '/subPackages/news/list', ['news', 'search']),
  {
    name: 'news-one',
    path: '/subPackages/news/detail?id={news}',
    who: 'anyone',
    states: ['loading', 'failed', 'full'],
  },
  { name: 'profile', path: '/pages/mine/index', who: 'person' },
  { name: 'funds', path: '/subPackages/portfolio/funds', who: 'person' },
  opened('funds-entry', '/subPackages/portfolio/funds', 'main button[aria-expanded=false]'),
  opened('funds-filters', '/subPackages/portfolio/funds?records=trades&span=month', ['portfolio', 'filters']),
  {
    name: 'funds-withdrawals',
    path: '/subPackages/portfolio/funds?records=withdrawals',
    who: 'person',
    states: ['full', 'empty'],
  },
  {
    name: 'statements',
    path: '/subPackages/portfolio/statements',
    who: 'person',
    states: ['loading', 'failed', 'full'],
  },
  opened('statements-month', '/subPackages/portfolio/statements', 'main button[aria-expanded=false]'),
  { name: 'deposit-type', path: '/subPackages/recharge/type', who: 'person' },
  {
    name: 'deposit-crypto',
    path: '/subPackages/recharge/recharge?type=crypto',
    who: 'person',
    states: ['loading', 'failed', 'full'],
  },
  opened('deposit-crypto-missing', '/subPackages/recharge/recharge?type=crypto', DOCKED),
  opened(
    'deposit-crypto-ready',
    '/subPackages/recharge/recharge?type=crypto',
    { into: FIGURE, text: '2000' },
    { into: 'main input[maxlength="100"]', text: `0x${'8d41f0c7'.repeat(8)}` },
  ),
  {
    name: 'deposit-online',
    path: '/subPackages/recharge/recharge?type=online',
    who: 'person',
    states: ['loading', 'failed', 'full'],
  },
  {
    ...opened('deposit-online-ready', '/subPackages/recharge/recharge?type=online', { into: FIGURE, text: '1250' }),
    sameParts: true,
  },
  { name: 'checkout', path: '{checkout}', who: 'anyone', states: ['full'], served: true },
  { name: 'deposits', path: '/subPackages/recharge/record', who: 'person' },
  {
    name: 'deposit',
    path: '/subPackages/recharge/record?id={deposit}',
    who: 'person',
    states: ['loading', 'failed', 'full'],
  },
  {
    name: 'deposit-online-one',
    path: '/subPackages/recharge/record?id={online}',
    who: 'person',
    states: ['full'],
    sameParts: true,
  },
  {
    name: 'deposit-credited',
    path: '/subPackages/recharge/record?id={credited}',
    who: 'person',
    states: ['full'],
    sameParts: true,
  },
  { name: 'deposit-refused', path: '/subPackages/recharge/record?id={refused}', who: 'person', states: ['full'] },
  { name: 'payees', path: '/subPackages/bank/list', who: 'person' },
  opened('payee-remove', '/subPackages/bank/list', 'main li button'),
  { name: 'payee-type', path: '/subPackages/bank/type', who: 'person', states: ['full'] },
  { name: 'payee-wallet', path: '/subPackages/bank/currency', who: 'person', states: ['full'], sameParts: true },
  opened('payee-wallet-missing', '/subPackages/bank/currency', SEND),
  opened('payee-card', '/subPackages/bank/bankCard', SEND),
  { name: 'withdraw', path: '/subPackages/withdraw/index', who: 'person' },
  { name: 'withdraw-form', path: '/subPackages/withdraw/withdraw', who: 'person' },
  {
    ...opened('withdraw-form-amount', '/subPackages/withdraw/withdraw', { into: FIGURE, text: '12000' }, DOCKED),
  },
  opened('withdraw-form-wallet', '/subPackages/withdraw/withdraw', ['withdrawals', 'wallet'], {
    into: FIGURE,
    text: '640',
  }),
  { name: 'withdrawals', path: '/subPackages/withdraw/record', who: 'person' },
  {
    name: 'withdrawal',
    path: '/subPackages/withdraw/record?id={asked}',
    who: 'person',
    states: ['loading', 'failed', 'full'],
  },
  {
    ...opened('withdrawal-two', '/subPackages/withdraw/record?id={large}'),
    sameParts: true,
  },
  { ...opened('withdrawal-sent', '/subPackages/withdraw/record?id={sent}'), sameParts: true },
  opened('withdrawal-refused', '/subPackages/withdraw/record?id={turnedDown}'),
  { ...opened('withdrawal-cancelled', '/subPackages/withdraw/record?id={cancelled}'), sameParts: true },
  opened('withdrawal-cancel', '/subPackages/withdraw/record?id={asked}', ['withdrawals', 'cancel']),
  {
    name: 'withdrawal-figures',
    path: '/subPackages/withdraw/figures',
    who: 'anyone',
    states: ['loading', 'failed', 'full'],
  },
  { name: 'kyc', path: '/subPackages/real/real', who: 'newcomer', states: ['loading', 'failed', 'full'] },
  { ...opened('kyc-missing', '/subPackages/real/real', ['kyc', 'next']), who: 'newcomer', sameParts: true },
  { ...opened('kyc-paper', '/subPackages/real/real', ...NAMES), who: 'newcomer' },
  {
    ...opened(
      'kyc-send',
      '/subPackages/real/real',
      ...NAMES,
      ['kyc', 'makeSample'],
      { into: 'main img >> nth=1' },
      DOCKED,
    ),
    who: 'newcomer',
  },
  { name: 'kyc-submitted', path: '/subPackages/real/real', who: 'applicant', states: ['full'], sameParts: true },
  { name: 'kyc-in-review', path: '/subPackages/real/real', who: 'viewed', states: ['full'] },
  { name: 'kyc-refused', path: '/subPackages/real/real', who: 'refused', states: ['full'] },
  { name: 'kyc-passed', path: '/subPackages/real/real', who: 'person', states: ['full'] },
  { name: 'support', path: '/subPackages/support/thread', who: 'person' },
  opened('support-pictures', '/subPackages/support/thread', ['support', 'addPictures']),
  { name: 'support-rating', path: '/subPackages/support/thread', who: 'applicant', states: ['full'] },
  { name: 'support-visitor', path: '/subPackages/support/thread', who: 'anyone', states: ['full'] },
  { name: 'security', path: '/subPackages/accounts/security', who: 'person' },
  { name: 'activity', path: '/subPackages/accounts/activity', who: 'person' },
  { name: 'start-over', path: '/subPackages/portfolio/again', who: 'person', states: ['loading', 'failed', 'full'] },
  { name: 'close-account', path: '/subPackages/portfolio/close', who: 'person', states: ['loading', 'failed', 'full'] },
  { name: 'account-closed', path: '/subPackages/portfolio/closed?at=1763776800000', who: 'anyone', states: ['full'] },
  { name: 'one-time-code', path: '/subPackages/accounts/code', who: 'person', states: ['loading', 'failed', 'full'] },
  opened('one-time-code-begin', '/subPackages/accounts/code', { into: 'main input', text: PASSWORD }, SEND),
  { name: 'reset-link', path: '/subPackages/accounts/reset?link=none', who: 'anyone', states: ['full'] },
  { name: 'sessions', path: '/subPackages/accounts/sessions', who: 'person' },
  { name: 'login-password', path: '/subPackages/loginPwd/index', who: 'person' },
  { name: 'trading-password', path: '/subPackages/payPwd/index', who: 'person' },
  { name: 'language', path: '/subPackages/settings/language', who: 'person' },
  { name: 'about', path: '/subPackages/about/about', who: 'anyone' },
  { name: 'price', path: '/subPackages/proof/price', who: 'anyone' },
  // A price in the history, which every house can check; and one of today, which none can check yet.
  {
    name: 'price-agrees',
    path: '/subPackages/proof/price?listing={share}&at=1776700805250',
    who: 'anyone',
    states: ['full'],
  },
  opened('about-sheet', '/pages/home/index', '[aria-haspopup=dialog]'),
  { name: 'log-in', path: '/subPackages/login/login', who: 'anyone' },
  { name: 'register', path: '/subPackages/register/register', who: 'anyone' },
  {
    name: 'register-missing',
    path: '/subPackages/register/register',
    who: 'anyone',
    press: ['[data-dock] button'],
    states: ['full'],
  },
  { name: 'sign-in-first', path: '/pages/trade/index', who: 'anyone' },
  { name: 'unknown-page', path: '/pages/nowhere/index', who: 'anyone' },
]

/** The four states of a screen: no data, no answer yet, a failure, and full. */
export const STATES = ['empty', 'loading', 'failed', 'full'] as const
export type State = (typeof STATES)[number]
