import { WARNING } from '../notices/push.rules.ts'

const ABOUT_MONEY = { about: 'money', push: WARNING, leadsTo: 'margin' } as const

export const marginLists = {
  notices: {
    margin_full: ABOUT_MONEY,
    margin_near: ABOUT_MONEY,
    closed_out: ABOUT_MONEY,
    debt_forgiven: ABOUT_MONEY,
  },
  places: { margin: { path: '/subPackages/margin/margin' } },
  pagelessCauses: ['settlement'],
} as const
