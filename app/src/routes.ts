import type { KindOf } from '@lonja/kit/nav.rules'
import { narrowed, ours, page, tab, type Route } from './route.ts'
import { STRATEGY_ROUTES } from './routes.strategies.ts'

/*
 * All routes of the app: every path as written after the hash, with its screen. A page whose feature is not built yet
 * has no screen: nothing links to it, and its address shows the unknown page.
 */

export const ROUTES: Readonly<Record<string, Route>> = {
  // The tab bar, in the spec's order.
  '/pages/home/index': tab('discover', 'anyone', () => import('./discover/Home.tsx').then((m) => m.Home)),
  '/pages/market/index': tab('discover', 'anyone', () => import('./discover/Market.tsx').then((m) => m.Market), [
    'venue',
    'sector',
    'list',
    'sort',
    'way',
  ]),
  '/pages/trade/index': tab(
    'portfolio',
    'customer',
    () => import('./portfolio/TradingCentre.tsx').then((m) => m.TradingCentre),
    ['tab', 'listing', 'currency', 'result', 'sold', 'from', 'to'],
  ),
  '/pages/optional/index': tab('watchlist', 'customer', () =>
    import('./watchlist/Watchlist.tsx').then((m) => m.Watchlist),
  ),
  '/pages/mine/index': tab('portfolio', 'customer', () =>
    import('./portfolio/ProfileOverview.tsx').then((m) => m.ProfileOverview),
  ),

  '/subPackages/login/login': page('accounts', 'anyone', () => import('./accounts/LogIn.tsx').then((m) => m.LogIn), [
    'from',
  ]),
  '/subPackages/login/forgotten': ours('resets', 'anyone', () =>
    import('./resets/Forgotten.tsx').then((m) => m.Forgotten),
  ),
  '/subPackages/register/register': page(
    'accounts',
    'anyone',
    () => import('./accounts/Register.tsx').then((m) => m.Register),
    ['from', 'invitation'],
  ),
  '/subPackages/loginPwd/index': page('accounts', 'customer', () =>
    import('./accounts/LoginPassword.tsx').then((m) => m.LoginPassword),
  ),
  '/subPackages/payPwd/index': page('accounts', 'customer', () =>
    import('./accounts/TradingPassword.tsx').then((m) => m.TradingPassword),
  ),
  '/subPackages/message/message': page(
    'notices',
    'customer',
    () => import('./notices/Messages.tsx').then((m) => m.Messages),
    ['id'],
  ),

  '/subPackages/news/list': page('news', 'anyone', () => import('./news/NewsList.tsx').then((m) => m.NewsList), [
    'listing',
  ]),
  '/subPackages/news/detail': page('news', 'anyone', () => import('./news/NewsDetail.tsx').then((m) => m.NewsDetail), [
    'id',
  ]),

  '/subPackages/home/socketDetail/socketDetail': page(
    'discover',
    'anyone',
    () => import('./discover/InstrumentDetail.tsx').then((m) => m.InstrumentDetail),
    ['listing'],
  ),
  '/subPackages/home/socketDetail/place': page(
    'orders',
    'customer',
    () => import('./orders/OrderTicket.tsx').then((m) => m.OrderTicket),
    ['listing', 'side', 'shares', 'lot'],
  ),
  '/subPackages/trade/detail': page(
    'orders',
    'customer',
    () => import('./orders/OrderDetail.tsx').then((m) => m.OrderDetail),
    ['id'],
  ),
  '/subPackages/trade/change': ours(
    'orders',
    'customer',
    () => import('./orders/ChangeOrder.tsx').then((m) => m.ChangeOrder),
    ['id'],
  ),

  '/subPackages/recharge/type': page(
    'deposits',
    'customer',
    () => import('./deposits/DepositType.tsx').then((m) => m.DepositType),
    ['cash'],
  ),
  '/subPackages/recharge/recharge': page(
    'deposits',
    'customer',
    () => import('./deposits/DepositForm.tsx').then((m) => m.DepositForm),
    ['type', 'cash'],
  ),
  '/subPackages/recharge/record': page(
    'deposits',
    'customer',
    () => import('./deposits/DepositRecords.tsx').then((m) => m.DepositRecords),
    ['id'],
  ),
  '/subPackages/bank/list': page('payees', 'customer', () => import('./payees/PayeeList.tsx').then((m) => m.PayeeList)),
  '/subPackages/bank/type': page('payees', 'customer', () => import('./payees/PayeeType.tsx').then((m) => m.PayeeType)),
  '/subPackages/bank/currency': page('payees', 'customer', () =>
    import('./payees/AddWallet.tsx').then((m) => m.AddWallet),
  ),
  '/subPackages/bank/bankCard': page('payees', 'customer', () =>
    import('./payees/AddBankCard.tsx').then((m) => m.AddBankCard),
  ),

  '/subPackages/withdraw/index': page('withdrawals', 'customer', () =>
    import('./withdrawals/WithdrawStart.tsx').then((m) => m.WithdrawStart),
  ),
  '/subPackages/withdraw/withdraw': page(
    'withdrawals',
    'customer',
    () => import('./withdrawals/WithdrawForm.tsx').then((m) => m.WithdrawForm),
    ['payee'],
  ),
  '/subPackages/withdraw/record': page(
    'withdrawals',
    'customer',
    () => import('./withdrawals/WithdrawalRecords.tsx').then((m) => m.WithdrawalRecords),
    ['id'],
  ),

  '/subPackages/home/blockTrading/blockTrading': page(
    'blocks',
    'customer',
    () => import('./blocks/BlockTrading.tsx').then((m) => m.BlockTrading),
    ['id'],
  ),
  '/subPackages/home/ipo/ipo': page('ipo', 'customer', () => import('./ipo/Offers.tsx').then((m) => m.Offers)),
  '/subPackages/home/ipo/detail': page(
    'ipo',
    'customer',
    () => import('./ipo/OfferDetail.tsx').then((m) => m.OfferDetail),
    ['id'],
  ),

  '/subPackages/real/real': page('kyc', 'customer', () => import('./kyc/Identity.tsx').then((m) => m.Identity)),
  '/subPackages/home/loan/loan': page('loans', 'customer', () =>
    import('./loans/LoanPage.tsx').then((m) => m.LoanPage),
  ),
  '/subPackages/home/loan/record': page(
    'loans',
    'customer',
    () => import('./loans/LoanRecords.tsx').then((m) => m.LoanRecords),
    ['id'],
  ),
  ...STRATEGY_ROUTES,
  '/subPackages/home/options/options': page(
    'options',
    'customer',
    () => import('./options/OptionsPage.tsx').then((m) => m.OptionsPage),
    ['listing'],
  ),
  '/subPackages/home/options/detail': page(
    'options',
    'customer',
    () => import('./options/OptionDetail.tsx').then((m) => m.OptionDetail),
    ['id'],
  ),

  // Our own pages.
  '/subPackages/discover/search': ours(
    'discover',
    'anyone',
    () => import('./discover/Search.tsx').then((m) => m.Search),
    ['words', 'for'],
  ),
  '/subPackages/watchlist/alerts': ours(
    'watchlist',
    'customer',
    () => import('./watchlist/Alerts.tsx').then((m) => m.Alerts),
    ['listing', 'id'],
  ),
  '/subPackages/portfolio/funds': narrowed(
    ours('portfolio', 'customer', () => import('./portfolio/Funds.tsx').then((m) => m.Funds)),
    ['asset', 'records', 'kind', 'span', 'since', 'cause', 'causeKind', 'view'],
  ),
  '/subPackages/portfolio/results': narrowed(
    ours('portfolio', 'customer', () => import('./portfolio/Results.tsx').then((m) => m.Results)),
    ['span'],
  ),
  '/subPackages/portfolio/statements': ours('portfolio', 'customer', () =>
    import('./portfolio/Statements.tsx').then((m) => m.Statements),
  ),
  '/subPackages/portfolio/position': ours(
    'portfolio',
    'customer',
    () => import('./portfolio/PositionPage.tsx').then((m) => m.PositionPage),
    ['listing', 'exit'],
  ),
  '/subPackages/portfolio/again': ours('portfolio', 'customer', () =>
    import('./portfolio/StartOver.tsx').then((m) => m.StartOver),
  ),
  '/subPackages/portfolio/close': ours('portfolio', 'customer', () =>
    import('./portfolio/CloseAccount.tsx').then((m) => m.CloseAccount),
  ),
  '/subPackages/portfolio/closed': ours(
    'portfolio',
    'anyone',
    () => import('./portfolio/AccountClosed.tsx').then((m) => m.AccountClosed),
    ['at'],
  ),
  '/subPackages/applications/records': narrowed(
    ours('applications', 'customer', () => import('./applications/Applications.tsx').then((m) => m.Applications)),
    ['status', 'market'],
  ),
  '/subPackages/ipo/check': ours('ipo', 'anyone', () => import('./ipo/DrawCheck.tsx').then((m) => m.DrawCheck), ['id']),
  '/subPackages/margin/margin': ours('margin', 'customer', () => import('./margin/Margin.tsx').then((m) => m.Margin)),
  '/subPackages/corporate/action': ours(
    'corporate',
    'customer',
    () => import('./corporate/ActionPage.tsx').then((m) => m.ActionPage),
    ['id'],
  ),
  '/subPackages/corporate/actions': ours(
    'corporate',
    'anyone',
    () => import('./corporate/Actions.tsx').then((m) => m.Actions),
    ['listing'],
  ),
  '/subPackages/corporate/files': ours('corporate', 'anyone', () =>
    import('./corporate/ActionFiles.tsx').then((m) => m.ActionFiles),
  ),
  '/subPackages/reversals/reversals': ours(
    'reversals',
    'customer',
    () => import('./reversals/Reversals.tsx').then((m) => m.Reversals),
    ['id'],
  ),
  '/subPackages/accounts/not-me': ours('resets', 'customer', () => import('./resets/NotMe.tsx').then((m) => m.NotMe)),
  '/subPackages/accounts/security': ours('accounts', 'customer', () =>
    import('./accounts/Security.tsx').then((m) => m.Security),
  ),
  '/subPackages/accounts/code': ours('accounts', 'customer', () =>
    import('./accounts/OneTimeCode.tsx').then((m) => m.OneTimeCode),
  ),
  '/subPackages/accounts/reset': ours(
    'accounts',
    'anyone',
    () => import('./accounts/ResetPassword.tsx').then((m) => m.ResetPassword),
    ['link'],
  ),
  '/subPackages/accounts/activity': ours('accounts', 'customer', () =>
    import('./accounts/Activity.tsx').then((m) => m.Activity),
  ),
  '/subPackages/accounts/sessions': ours('accounts', 'customer', () =>
    import('./accounts/Sessions.tsx').then((m) => m.Sessions),
  ),
  '/subPackages/settings/language': ours('settings', 'anyone', () =>
    import('./settings/LanguageAndSize.tsx').then((m) => m.LanguageAndSize),
  ),
  '/subPackages/message/push': ours('notices', 'customer', () =>
    import('./notices/PushPage.tsx').then((m) => m.PushPage),
  ),
  '/subPackages/support/thread': ours('support', 'anyone', () =>
    import('./support/SupportThread.tsx').then((m) => m.SupportThread),
  ),
  '/subPackages/proof/price': ours('proof', 'anyone', () => import('./proof/PricePage.tsx').then((m) => m.PricePage), [
    'listing',
    'at',
    'bid',
    'ask',
    'bidSize',
    'askSize',
  ]),
  '/subPackages/proof/leaf': ours('proof', 'customer', () => import('./proof/LeafPage.tsx').then((m) => m.LeafPage), [
    'id',
    'fill',
  ]),
  '/subPackages/withdraw/figures': ours('withdrawals', 'anyone', () =>
    import('./withdrawals/WithdrawalFigures.tsx').then((m) => m.WithdrawalFigures),
  ),
  '/subPackages/strategies/own': ours('strategies', 'customer', () =>
    import('./strategies/own/OwnStrategies.tsx').then((m) => m.OwnStrategies),
  ),
  '/subPackages/strategies/text': {
    ...ours('strategies', 'customer', () => import('./strategies/own/OwnEditor.tsx').then((m) => m.OwnEditor), [
      'id',
      'from',
      'listing',
    ]),
    filters: ['from', 'listing'],
  },
  '/subPackages/strategies/shared': ours(
    'strategies',
    'customer',
    () => import('./strategies/own/SharedStrategy.tsx').then((m) => m.SharedStrategy),
    ['link'],
  ),
  '/subPackages/about/about': ours('about', 'anyone', () => import('./about/AboutPage.tsx').then((m) => m.AboutPage)),
}

/** The tab pages, in the order of the bar. */
export const TABS: readonly string[] = Object.keys(ROUTES).filter((path) => ROUTES[path]?.kind === 'tab')

/** The kind of a path: a tab, a page, or null if nothing is built. */
export const kindOf: KindOf = (path) => {
  const route = ROUTES[path]
  return route?.screen ? route.kind : null
}
