const RUNNING = { application_running: { path: '/subPackages/ipo/records' } } as const

export const ipoLists = {
  topics: ['ipo'],
  entries: { allotment: { look: 'exchange' } },
  accounts: ['offers'],
  pagelessCauses: ['application'],
  holds: ['application'],
  againstStartOver: RUNNING,
  againstClosing: RUNNING,
} as const
