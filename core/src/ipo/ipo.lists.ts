const RUNNING = { application_running: { path: '/subPackages/portfolio/funds' } } as const

export const ipoLists = {
  topics: ['ipo'],
  pagelessCauses: ['application'],
  holds: ['application'],
  againstStartOver: RUNNING,
  againstClosing: RUNNING,
} as const
