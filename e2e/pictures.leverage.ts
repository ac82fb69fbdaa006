import { opened, type PictureScreen } from './pictures.entry.ts'

/* The screens of a customer with financed lots. */

const TICKET = '/subPackages/home/socketDetail/place?listing={leveredShare}'
const MARGIN = '/subPackages/margin/margin'

const ofLevered = (screen: PictureScreen): PictureScreen => ({ ...screen, who: 'levered' })

export const LEVERAGE_SCREENS: readonly PictureScreen[] = [
  ofLevered(opened('ticket-leverage', `${TICKET}&side=buy&shares=100`, { kind: 'limit' }, 'label:has([value="5"])')),
  ofLevered(opened('ticket-leverage-market', `${TICKET}&side=buy&shares=10`, 'label:has([value="2"])')),
  ofLevered(opened('ticket-leverage-sell', `${TICKET}&side=sell&shares=20`)),
  ofLevered(opened('position-leverage', '/subPackages/portfolio/position?listing={leveredShare}')),
  ofLevered(opened('trading-leverage', '/pages/trade/index', 'main button[aria-expanded=false]')),
  ofLevered(opened('trade-leverage-bought', '/subPackages/trade/detail?id={leveredBuy}')),
  ofLevered(opened('trade-leverage-sold', '/subPackages/trade/detail?id={leveredSell}')),
  ofLevered(opened('profile-leverage', '/pages/mine/index')),
  ofLevered(opened('funds-financing', '/subPackages/portfolio/funds?asset=EUR&kind=financing')),
  { name: 'margin', path: MARGIN, who: 'levered', states: ['loading', 'failed', 'full'] },
  { name: 'margin-none', path: MARGIN, who: 'newcomer', states: ['full'] },
]
