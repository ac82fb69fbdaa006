import { DECIDED, WARNING } from '../notices/push.rules.ts'
import { recordWords } from '../notices/records.rules.ts'

const PAGE = '/subPackages/home/loan/loan'
const RECORDS = '/subPackages/home/loan/record'
const UNDER_WAY = { loan_under_way: { path: RECORDS } } as const

const AGREEMENT_VERSIONS = [
  {
    day: '2026-11-27',
    sha256: {
      tur: 'de75e76e2c730be60910186c7c69ddf6feed11d58e46933218c7b5984c46d170',
      cn: '0cdeebb22bcd8b6416e76378d697f46d439c1f43f1df9ca4c06f3bf070ca93fb',
      tw: '1b023bafa81af01679b23d147f35f079c98245ba0c304989c13d672f2f2461a4',
      en: 'f4c7438ab1e7d0de3ba41e9d7a84b149336393d45bc251aedf2b278f39680f6f',
      fr: 'dbd0b27700d193c3db8e2483d4dd12a1dc88056ddcbd330186108bcc57633168',
    },
  },
] as const

export const loansLists = {
  floor: 5,
  products: ['loans'],
  topics: ['loans'],
  acts: {
    viewed_loan: 'views',
    viewed_signature: 'views',
    judged_loan: 'decisions',
    viewed_loan_repayment: 'views',
    judged_loan_repayment: 'decisions',
  },
  views: ['loan', 'loan_repayment', 'signature'],
  pictures: { signature: { role: 'treasurer', act: 'viewed_signature', topic: 'profile' } },
  notices: {
    loan_received: { about: 'money', push: WARNING },
    loan_in_review: { about: 'money', push: DECIDED },
    loan_paid_out: { about: 'money', push: WARNING },
    loan_refused: { about: 'money', push: DECIDED },
    loan_cancelled: { about: 'money', push: null },
    loan_repaid: { about: 'money', push: DECIDED },
    loan_term_over: { about: 'money', push: DECIDED },
    loan_repayment_received: { about: 'money', push: null },
    loan_repayment_in_review: { about: 'money', push: DECIDED },
    loan_repayment_booked: { about: 'money', push: DECIDED },
    loan_repayment_refused: { about: 'money', push: DECIDED },
    loan_repayment_cancelled: { about: 'money', push: null },
  },
  documents: { loan_agreement: AGREEMENT_VERSIONS },
  records: ['loan', 'loan_repayment'],
  subjects: ['loan', 'loan_repayment'],
  places: { loan: { path: RECORDS, takesId: true }, loan_repayment: { path: RECORDS, takesId: true } },
  entries: {
    loan: { look: 'in', groups: ['loans'] },
    loan_repayment: { look: 'out', groups: ['loans'] },
    loan_interest: { look: 'coins', groups: ['loans'] },
    loan_written_off: { look: 'coins', groups: ['loans'] },
  },
  accounts: ['loans', 'loan_interest', 'loan_losses'],
  causes: ['loan', 'loan_repayment'],
  holds: ['loan_repayment'],
  groups: { loans: { first: PAGE } },
  recordPages: { loans: RECORDS },
  againstStartOver: UNDER_WAY,
  againstClosing: UNDER_WAY,
} as const

export const loansWords = {
  loan_received: recordWords,
  loan_in_review: recordWords,
  loan_paid_out: recordWords,
  loan_refused: recordWords,
  loan_cancelled: recordWords,
  loan_repaid: recordWords,
  loan_term_over: recordWords,
  loan_repayment_received: recordWords,
  loan_repayment_in_review: recordWords,
  loan_repayment_booked: recordWords,
  loan_repayment_refused: recordWords,
  loan_repayment_cancelled: recordWords,
} as const
