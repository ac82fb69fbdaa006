import { loansLists, loansWords } from './loans/loans.lists.ts'
import { loanRepaymentReview, loanReview } from './loans/loans.review.ts'
import { blocksLists } from './blocks/blocks.lists.ts'
import { blocksWords } from './blocks/blocks.notices.ts'
import { blockOfferReview, blockReview, blockWithdrawalReview } from './blocks/blocks.review.ts'
import { accountsLists } from './accounts/accounts.lists.ts'
import { accountsWords } from './accounts/accounts.notices.ts'
import type { ActName, ActPart } from './audit/audit.acts.ts'
import { auditLists } from './audit/audit.lists.ts'
import type { Topic } from './base/contract.ts'
import { declareNames, type NameIn } from './base/lists.ts'
import { corporateLists } from './corporate/corporate.lists.ts'
import { corporateWords } from './corporate/corporate.notices.ts'
import { customersLists } from './customers/customers.lists.ts'
import { depositsLists, depositsWords } from './deposits/deposits.lists.ts'
import type { DocumentVersions, ListedDocument } from './documents/documents.rules.ts'
import { documentsLists } from './documents/documents.lists.ts'
import { depositReview } from './deposits/deposits.review.ts'
import { discoverLists } from './discover/discover.lists.ts'
import { interestLists } from './interest/interest.lists.ts'
import { ipoLists } from './ipo/ipo.lists.ts'
import { ipoWords } from './ipo/ipo.notices.ts'
import { offerReview } from './ipo/ipo.review.ts'
import { kycLists } from './kyc/kyc.lists.ts'
import { kycReview } from './kyc/kyc.review.ts'
import { kycWords } from './kyc/kyc.notices.ts'
// prettier-ignore
import type { CauseKind, EntryKind, EntryPart, EntryRecords, GroupPart, HouseAccount } from './ledger/ledger.contract.ts'
import { ledgerLists } from './ledger/ledger.lists.ts'
import { newsLists } from './news/news.lists.ts'
import { publicationReview } from './news/news.review.ts'
import { marginLists } from './margin/margin.lists.ts'
import { marginWords } from './margin/margin.notices.ts'
import { messagesWords } from './notices/messages.notices.ts'
import type { NoticeCode } from './notices/notices.contract.ts'
import { noticesLists } from './notices/notices.lists.ts'
import type { NoticePart, PlacePart, Words } from './notices/notices.rules.ts'
import { ordersLists } from './orders/orders.lists.ts'
import { ordersWords } from './orders/orders.notices.ts'
import { optionsLists, optionsWords } from './options/options.lists.ts'
import { strategiesLists } from './strategies/strategies.lists.ts'
import { payeesLists } from './payees/payees.lists.ts'
import { payeesWords } from './payees/payees.notices.ts'
import type { AgainstPart } from './portfolio/leaving.rules.ts'
import type { PictureUse } from './pictures/pictures.contract.ts'
import type { PicturePart, PictureUses } from './pictures/pictures.rules.ts'
import { picturesLists } from './pictures/pictures.lists.ts'
import { portfolioWords } from './portfolio/leaving.notices.ts'
import { portfolioLists } from './portfolio/portfolio.lists.ts'
import { resetsLists } from './resets/resets.lists.ts'
import { resetsWords } from './resets/resets.notices.ts'
import { resetReview } from './resets/resets.review.ts'
import { restrictionsLists } from './restrictions/restrictions.lists.ts'
import { restrictionReview } from './restrictions/restrictions.review.ts'
import { reversalsLists } from './reversals/reversals.lists.ts'
import { reversalsWords } from './reversals/reversals.notices.ts'
import { reversalReview } from './reversals/reversals.review.ts'
import { reviewLists } from './review/review.lists.ts'
import { riskLists } from './risk/risk.lists.ts'
import { staffLists } from './staff/staff.lists.ts'
import { supportLists } from './support/support.lists.ts'
import { supportWords } from './support/support.notices.ts'
import { watchlistWords } from './watchlist/alerts.notices.ts'
import { watchlistLists } from './watchlist/watchlist.lists.ts'
import { withdrawalsLists, withdrawalsWords } from './withdrawals/withdrawals.lists.ts'
import { withdrawalReview } from './withdrawals/withdrawals.review.ts'

/** One feature's part of every list. A list without entries from the feature is omitted. */
interface FeatureLists {
  /** For a product: its floor. Other features have theirs in `tools/tidy.house.ts`. */
  readonly floor?: number
  /** Its product, if customers enter one: a call that does so names it, and the operator can switch it off. */
  readonly products?: readonly string[]
  /** Topics that are published to a customer's sockets. */
  readonly topics?: readonly string[]
  /** Acts of the audit log that can be about a customer. */
  readonly acts?: Readonly<Record<string, ActPart>>
  /** Acts of staff that a customer's thread with them names: each is `viewed_` with this name. */
  readonly views?: readonly string[]
  /** Uses of the pictures that customers send. */
  readonly pictures?: Readonly<Record<string, PicturePart>>
  /** Documents that customers read and accept, by name. Their texts are in the feature's folder of the server. */
  readonly documents?: Readonly<Record<string, DocumentVersions>>
  /** Acts about seats, and about the house itself. */
  readonly houseActs?: readonly string[]
  /** Kinds of things that an act can be about. */
  readonly subjects?: readonly string[]
  readonly notices?: Readonly<Record<string, NoticePart>>
  /** Kinds of records with a page; the page has the same name in the list of places. */
  readonly records?: readonly string[]
  /** Pages of the app that notices link to. */
  readonly places?: Readonly<Record<string, PlacePart>>
  /** Kinds of entries. */
  readonly entries?: Readonly<Record<string, EntryPart>>
  /** The house's accounts on the other side of postings. */
  readonly accounts?: readonly string[]
  /** Kinds of causes of postings with a page, which is the place of the same name. */
  readonly causes?: readonly string[]
  /** Kinds of causes of postings without a page. */
  readonly pagelessCauses?: readonly string[]
  /** Those causes that hold an amount until they end. */
  readonly holds?: readonly string[]
  /** Groups that a customer narrows the entries to. */
  readonly groups?: Readonly<Record<string, GroupPart>>
  /** The pages with the records of a group, where these have states of their own. */
  readonly recordPages?: Readonly<Record<string, `/${string}`>>
  /**
   * Things under way that stop a customer from starting over: the code of the refusal, and the page that ends it. `<feature>.verify.ts` has the query for each, the app's texts have its words.
   */
  readonly againstStartOver?: Readonly<Record<string, AgainstPart>>
  /** The same for closing the account. */
  readonly againstClosing?: Readonly<Record<string, AgainstPart>>
}

/** The parts by feature. */
export const FEATURE_LISTS = {
  accounts: accountsLists,
  audit: auditLists,
  corporate: corporateLists,
  interest: interestLists,
  customers: customersLists,
  deposits: depositsLists,
  discover: discoverLists,
  documents: documentsLists,
  kyc: kycLists,
  ledger: ledgerLists,
  margin: marginLists,
  news: newsLists,
  notices: noticesLists,
  orders: ordersLists,
  payees: payeesLists,
  pictures: picturesLists,
  portfolio: portfolioLists,
  resets: resetsLists,
  restrictions: restrictionsLists,
  reversals: reversalsLists,
  review: reviewLists,
  risk: riskLists,
  staff: staffLists,
  support: supportLists,
  watchlist: watchlistLists,
  withdrawals: withdrawalsLists,
  // A withdrawal ends sooner than an application, so a customer with both hears of it first.
  ipo: ipoLists,
  blocks: blocksLists,
  loans: loansLists,
  options: optionsLists,
  strategies: strategiesLists,
} as const satisfies Readonly<Record<string, FeatureLists>>

type Parts = (typeof FEATURE_LISTS)[keyof typeof FEATURE_LISTS]
type PartOf<List extends keyof FeatureLists> = Parts extends infer Part
  ? Part extends Readonly<Record<List, infer Own>>
    ? Own
    : never
  : never
type TextsIn<List extends keyof FeatureLists> =
  PartOf<List> extends infer Own
    ? Own extends readonly (infer Name extends string)[]
      ? Name
      : keyof Own & string
    : never

declare module './base/lists.ts' {
  interface HouseLists {
    products: TextsIn<'products'>
    topics: TextsIn<'topics'>
    acts: TextsIn<'acts'>
    houseActs: TextsIn<'houseActs'>
    views: TextsIn<'views'>
    pictures: TextsIn<'pictures'>
    subjects: TextsIn<'subjects'>
    notices: TextsIn<'notices'>
    records: TextsIn<'records'>
    places: TextsIn<'places'>
    entries: TextsIn<'entries'>
    accounts: TextsIn<'accounts'>
    causes: TextsIn<'causes'>
    pagelessCauses: TextsIn<'pagelessCauses'>
    holds: TextsIn<'holds'>
    groups: TextsIn<'groups'>
    recordPages: TextsIn<'recordPages'>
    againstStartOver: TextsIn<'againstStartOver'>
    againstClosing: TextsIn<'againstClosing'>
  }
}

type JoinedList<List extends keyof FeatureLists> = NonNullable<FeatureLists[List]>

const features: readonly FeatureLists[] = Object.values(FEATURE_LISTS)
const joined = <List extends 'acts' | 'notices' | 'places' | 'entries' | 'groups' | 'recordPages' | 'pictures'>(
  list: List,
): JoinedList<List> => Object.assign({}, ...features.map((feature) => feature[list] ?? {})) as JoinedList<List>

const names = (
  list:
    'products' | 'houseActs' | 'views' | 'subjects' | 'accounts' | 'causes' | 'pagelessCauses' | 'holds' | 'records',
): readonly string[] => features.flatMap((feature) => feature[list] ?? [])

/** The lists of the house. A name that two features define fails the test. */
export const ACTS = joined('acts')
const HOUSE_ACTS = names('houseActs')

/** The names of all acts in the audit log. */
export const ACT_NAMES = [...Object.keys(ACTS), ...HOUSE_ACTS] as ActName[]

export const isActName = (act: string): act is ActName => act in ACTS || HOUSE_ACTS.includes(act)

/** Every kind of thing that staff decide, in the order of the console's menu. */
export const REVIEW_KINDS = [
  depositReview,
  withdrawalReview,
  kycReview,
  restrictionReview,
  resetReview,
  reversalReview,
  publicationReview,
  offerReview,
  blockReview,
  blockOfferReview,
  blockWithdrawalReview,
  loanReview,
  loanRepaymentReview,
] as const

export const PRODUCTS = names('products') as NameIn<'products'>[]
export const SUBJECTS = names('subjects')
export const VIEWS = names('views') as NameIn<'views'>[]
export const PICTURES = joined('pictures') as PictureUses
export const PICTURE_USES = Object.keys(PICTURES) as PictureUse[]
/** Every document with the feature that brings it. */
export const DOCUMENTS: readonly ListedDocument[] = Object.entries<FeatureLists>(FEATURE_LISTS).flatMap(
  ([feature, { documents = {} }]) => Object.entries(documents).map(([name, versions]) => ({ feature, name, versions })),
)
export const NOTICES = joined('notices')
export const PLACES = joined('places')
export const ENTRIES = joined('entries')
export const ENTRY_KINDS = Object.keys(ENTRIES) as EntryKind[]
export const RECORDS = names('records') as NameIn<'records'>[]
export const HOUSE_ACCOUNTS = names('accounts') as HouseAccount[]
export const CAUSE_KINDS = names('causes') as CauseKind[]
export const POSTING_CAUSES: readonly string[] = [...CAUSE_KINDS, ...names('pagelessCauses')]

/** The cause whose entries each group shows: a feature brings both. */
export const CAUSE_OF_GROUP = Object.fromEntries(
  features.flatMap(({ groups = {}, causes: [cause] = [] }) => Object.keys(groups).map((group) => [group, cause])),
) as Readonly<Record<EntryRecords, CauseKind>>
export const HOLDS = names('holds') as NameIn<'holds'>[]
/** The groups of the features that hold amounts. */
export const HOLDING_GROUPS = features.flatMap(({ holds, groups = {} }) => (holds ? Object.keys(groups) : []))

/** Features that hold amounts come first, so a customer hears of it before anything else that is under way. */
const byHolding = features.toSorted((one, other) => Number('holds' in other) - Number('holds' in one))
const against = (list: 'againstStartOver' | 'againstClosing'): Readonly<Record<string, AgainstPart>> =>
  Object.assign({}, ...byHolding.map((feature) => feature[list] ?? {})) as Readonly<Record<string, AgainstPart>>

/** Reasons against starting over and against closing the account, in the order of the refusals. */
export const AGAINST_START_OVER = against('againstStartOver') as Readonly<
  Record<NameIn<'againstStartOver'>, AgainstPart>
>
export const AGAINST_CLOSING = against('againstClosing') as Readonly<Record<NameIn<'againstClosing'>, AgainstPart>>
/** The topics of the features that can stop it. */
export const AGAINST_TOPICS = features.flatMap(({ againstStartOver, againstClosing, topics = [] }) =>
  againstStartOver || againstClosing ? topics : [],
) as Topic[]

/** Each group with the page of a first step, and the pages with records. */
export const GROUPS = joined('groups') as Readonly<Record<EntryRecords, GroupPart>>
export const RECORD_PAGES = joined('recordPages') as Readonly<Record<NameIn<'recordPages'>, string>>
export const ENTRY_GROUPS = Object.keys(GROUPS) as EntryRecords[]

declareNames('entries', ENTRY_KINDS)
declareNames('groups', ENTRY_GROUPS)
declareNames('causes', CAUSE_KINDS)
declareNames('accounts', HOUSE_ACCOUNTS)
declareNames('pictures', PICTURE_USES)

/** The words of each notice. A notice without words does not compile. */
export const WORDS: Readonly<Record<NoticeCode, Words>> = {
  ...accountsWords,
  ...corporateWords,
  ...depositsWords,
  ...ipoWords,
  ...kycWords,
  ...marginWords,
  ...messagesWords,
  ...ordersWords,
  ...payeesWords,
  ...portfolioWords,
  ...resetsWords,
  ...reversalsWords,
  ...supportWords,
  ...watchlistWords,
  ...withdrawalsWords,
  ...blocksWords,
  ...loansWords,
  ...optionsWords,
}
