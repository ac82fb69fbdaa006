/** One screen that is looked at: where it is, and who looks. */
export interface Shown {
  readonly name: string
  /** Behind the hash; `{share}`, `{index}`, `{order}` are filled with something that exists. */
  readonly path: string
  /** `person` needs somebody signed in. */
  readonly who: 'anyone' | 'person'
  /** What is done on it before the picture is taken: a press of what reads so, from the app's texts. */
  readonly press?: readonly [feature: string, key: string]
}

/** Every screen that is built, in the order of the contact sheet. */
export const SCREENS: readonly Shown[] = [
  { name: 'home', path: '/pages/home/index', who: 'person' },
  { name: 'home-visitor', path: '/pages/home/index', who: 'anyone' },
  { name: 'search', path: '/subPackages/discover/search', who: 'person' },
  { name: 'market', path: '/pages/market/index', who: 'person' },
  { name: 'stock', path: '/subPackages/home/socketDetail/socketDetail?listing={share}', who: 'person' },
  { name: 'index', path: '/subPackages/home/socketDetail/socketDetail?listing={index}', who: 'person' },
  { name: 'ticket-buy', path: '/subPackages/home/socketDetail/place?listing={share}&side=buy', who: 'person' },
  { name: 'ticket-sell', path: '/subPackages/home/socketDetail/place?listing={share}&side=sell', who: 'person' },
  { name: 'trading-centre', path: '/pages/trade/index', who: 'person' },
  { name: 'trading-open', path: '/pages/trade/index', who: 'person', press: ['portfolio', 'openOrders'] },
  { name: 'trading-records', path: '/pages/trade/index', who: 'person', press: ['portfolio', 'records'] },
  { name: 'trading-closed', path: '/pages/trade/index', who: 'person', press: ['portfolio', 'closed'] },
  { name: 'trade-detail', path: '/subPackages/trade/detail?id={order}', who: 'person' },
  { name: 'watchlist', path: '/pages/optional/index', who: 'person' },
  { name: 'messages', path: '/subPackages/message/message', who: 'person' },
  { name: 'profile', path: '/pages/mine/index', who: 'person' },
  { name: 'funds', path: '/subPackages/portfolio/funds', who: 'person' },
  { name: 'security', path: '/subPackages/accounts/security', who: 'person' },
  { name: 'sessions', path: '/subPackages/accounts/sessions', who: 'person' },
  { name: 'login-password', path: '/subPackages/loginPwd/index', who: 'person' },
  { name: 'trading-password', path: '/subPackages/payPwd/index', who: 'person' },
  { name: 'language', path: '/subPackages/settings/language', who: 'person' },
  { name: 'about', path: '/subPackages/about/about', who: 'anyone' },
  { name: 'log-in', path: '/subPackages/login/login', who: 'anyone' },
  { name: 'register', path: '/subPackages/register/register', who: 'anyone' },
  { name: 'sign-in-first', path: '/pages/trade/index', who: 'anyone' },
  { name: 'unknown-page', path: '/pages/nowhere/index', who: 'anyone' },
]

/** The four states of a screen: nobody's data, no answer yet, no answer at all, and everything there. */
export const STATES = ['empty', 'loading', 'failed', 'full'] as const
export type State = (typeof STATES)[number]

export const SIZES = [
  { width: 375, height: 812 },
  { width: 320, height: 640 },
  { width: 1280, height: 900 },
] as const
