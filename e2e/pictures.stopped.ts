import { PUBLIC, STOPPED } from './pictures.altered.ts'
import { opened, type PictureScreen } from './pictures.entry.ts'

const FORGOTTEN = '/subPackages/login/forgotten'
const NOT_ME = '/subPackages/accounts/not-me'
const PROFILE = '/pages/mine/index'
const BUY = '/subPackages/home/socketDetail/place?listing={share}&side=buy'

/** The screens of what stops: a forgotten password on each device, the wait after it, each level, trading that stands. */
export const STOPPED_SCREENS: readonly PictureScreen[] = [
  { name: 'forgotten', path: FORGOTTEN, who: 'anyone', states: ['full'] },
  {
    ...opened(
      'forgotten-asked',
      FORGOTTEN,
      { into: 'main input', text: '600123456' },
      '[data-dock] button:not([aria-disabled])',
    ),
    who: 'anyone',
  },
  { name: 'not-me', path: NOT_ME, who: 'person', states: ['empty', 'loading', 'failed'] },
  { name: 'reset-waiting', path: FORGOTTEN, who: 'deviceWaiting', states: ['loading', 'failed', 'full'] },
  { ...opened('reset-withdraw', FORGOTTEN, '[data-dock] button'), who: 'deviceWaiting' },
  { name: 'reset-checking', path: FORGOTTEN, who: 'deviceChecking', states: ['full'] },
  { name: 'reset-notice', path: FORGOTTEN, who: 'deviceNotice', states: ['full'] },
  { name: 'reset-open', path: FORGOTTEN, who: 'deviceOpen', states: ['full'] },
  { ...opened('reset-open-missing', FORGOTTEN, '[data-dock] button'), who: 'deviceOpen' },
  { name: 'reset-refused', path: FORGOTTEN, who: 'deviceRefused', states: ['full'] },
  { name: 'reset-replaced', path: FORGOTTEN, who: 'deviceReplaced', states: ['full'] },
  { name: 'reset-withdrawn', path: FORGOTTEN, who: 'deviceWithdrawn', states: ['full'] },
  { name: 'reset-stopped', path: FORGOTTEN, who: 'deviceStopped', states: ['full'] },
  { name: 'not-me-asked', path: NOT_ME, who: 'warned', states: ['full'] },
  { ...opened('not-me-question', NOT_ME, '[data-dock] button >> nth=1'), who: 'warned' },
  { name: 'messages-reset', path: '/subPackages/message/message', who: 'warned', states: ['full'] },
  { name: 'profile-wait', path: PROFILE, who: 'waiting', states: ['full'] },
  { name: 'ticket-wait', path: BUY, who: 'waiting', states: ['full'] },
  { name: 'withdraw-wait', path: '/subPackages/withdraw/index', who: 'waiting', states: ['full'] },
  { name: 'activity-wait', path: '/subPackages/accounts/activity', who: 'waiting', states: ['full'] },
  { name: 'profile-level-1', path: PROFILE, who: 'limited', states: ['full'] },
  { name: 'profile-level-2', path: PROFILE, who: 'saver', states: ['full'] },
  { name: 'profile-level-3', path: PROFILE, who: 'shut', states: ['full'] },
  { ...opened('ticket-level-1', BUY, '[data-dock] button'), who: 'limited' },
  { name: 'withdraw-level-2', path: '/subPackages/withdraw/index', who: 'saver', states: ['full'] },
  { name: 'messages-level-2', path: '/subPackages/message/message', who: 'saver', states: ['full'] },
  {
    ...opened('messages-level-2-read', '/subPackages/message/message', 'main button[aria-expanded=false]'),
    who: 'saver',
  },
  { name: 'activity-level-2', path: '/subPackages/accounts/activity', who: 'saver', states: ['full'] },
  { name: 'again-level-3', path: '/subPackages/portfolio/again', who: 'shut', states: ['full'] },
  { name: 'close-level-3', path: '/subPackages/portfolio/close', who: 'shut', states: ['full'] },
  { name: 'close-nothing', path: '/subPackages/portfolio/close', who: 'waiting', states: ['full'] },
  { name: 'about-stopped', path: '/pages/home/index', who: 'person', states: ['full'], alters: STOPPED },
  { ...opened('ticket-stopped', BUY), alters: STOPPED },
  { ...opened('about-sheet-stopped', '/pages/home/index', '[aria-haspopup=dialog]'), alters: STOPPED },
  { name: 'about-public', path: '/pages/home/index', who: 'person', states: ['full'], alters: PUBLIC },
]
