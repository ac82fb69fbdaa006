import { DECIDED } from '../notices/push.rules.ts'

export const kycLists = {
  floor: 4,
  topics: ['kyc'],
  acts: { kyc_ended: 'own', viewed_kyc: 'views', viewed_paper: 'views', judged_kyc: 'decisions' },
  views: ['paper'],
  pictures: { kyc: { role: 'reviewer', act: 'viewed_paper', topic: 'kyc' } },
  // Notices of the first releases name no record, so `leadsTo` gives their link.
  notices: {
    kyc_submitted: { about: 'account', push: null, leadsTo: 'kyc' },
    kyc_in_review: { about: 'account', push: DECIDED, leadsTo: 'kyc' },
    kyc_passed: { about: 'account', push: DECIDED, leadsTo: 'kyc' },
    kyc_refused: { about: 'account', push: DECIDED, leadsTo: 'kyc' },
  },
  records: ['kyc'],
  subjects: ['kyc'],
  places: { kyc: { path: '/subPackages/real/real' } },
} as const
