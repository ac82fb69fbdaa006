import { BLOCK_COLUMNS } from './columns.blocks.ts'
import { CORPORATE_COLUMNS } from './columns.corporate.ts'
import { IPO_COLUMNS } from './columns.ipo.ts'
import { LOAN_COLUMNS } from './columns.loans.ts'
import { OPTION_COLUMNS } from './columns.options.ts'
import { STRATEGY_COLUMNS } from './columns.strategies.ts'
import { MARGIN_COLUMNS } from './columns.margin.ts'
import type { SteeringColumn } from './columns.ts'
import { never, reasoned } from './columns.never.ts'
import { TRADING_COLUMNS } from './columns.trading.ts'

/**
 * Every column that holds a price, a rate, odds or a result, or an input to them, or opaque data: with its one writer,
 * and the reason why it cannot be used to steer anything.
 */
export const COLUMNS: readonly SteeringColumn[] = [
  ...TRADING_COLUMNS,

  // The number of open orders decides the limit of them, and no amount.
  ...never('postings', 'server/src/ledger/postings.store.ts', {
    open_orders: 'a count of the customer’s orders after the posting, which the books compare',
  }),

  // The two-person limit of withdrawals is counted in one currency.
  ...never('withdrawals', 'server/src/withdrawals/withdrawals.store.ts', {
    rate_e6: 'the rate as the source gave it when it was asked for: it decides how many people look, and no amount',
    coin_rate_e6: 'the published practice rate of that moment, by which a wallet’s coins were counted',
    rates_version: 'which published table that rate is of',
  }),

  // The texts of a publication and the changes of seats, which two people decide.
  ...never('publications', 'server/src/news/publications.store.ts', {
    texts: 'the words that a seat wrote, which two people read and decide',
    listings: 'the listings that the text names',
    source: 'the public address that a file of corporate actions was taken from',
    file: 'the bytes of that file as two people confirmed it; the database compares them with their hash',
  }),
  ...never('seat_changes', 'server/src/staff/changes.store.ts', {
    before: 'the roles of the seat when the change was proposed',
    roles: 'the roles that an admin proposes',
  }),

  ...IPO_COLUMNS,
  ...BLOCK_COLUMNS,
  ...LOAN_COLUMNS,
  ...OPTION_COLUMNS,
  ...STRATEGY_COLUMNS,

  // Web push.
  ...never('push_keys', 'server/src/notices/push.store.ts', {
    public_key: 'the key by which push services know this house, made at its first start',
    sealed_private: 'its private half, sealed with a key outside the database',
  }),
  device('device_key', 'what notices are encrypted for on a device: its public key, as its browser made it'),
  device('auth_secret', 'the secret that goes with that key'),

  ...CORPORATE_COLUMNS,
  ...MARGIN_COLUMNS,

  // Fixed when the house opens and never changed. The next start compares them with the settings.
  ...never('house_opening', 'server/src/market/market.store.ts', {
    source: 'which source of prices this house has, fixed when it opens',
    hours: 'which sessions the practice market keeps, fixed when it opens',
    function_version: 'which practice function is run, fixed when the house opens',
    history_seed: 'public; the days before the opening follow from it',
    replay_files: 'the files of a replay with their SHA-256, fixed when the house opens',
    replay_start_at: 'where its clock begins, fixed when the house opens',
    replay_speed: 'how fast its clock runs, fixed when the house opens',
    feed_streams: 'which streams of a live feed this house hears, fixed when it opens',
  }),
  ...never('practice_versions', 'server/src/market/versions.store.ts', {
    function_version: 'with which later practice function an older house went on, written at its first start with it',
  }),
  ...never('seed_chains', 'server/src/market/market.store.ts', {
    end_hash: 'the published end of a chain: what every later seed must lead back to',
    sealed_secret:
      'made from the operating system’s randomness before its end is published; sealed with a key outside the database',
  }),
  ...never('revealed_seeds', 'server/src/market/market.store.ts', {
    seed: 'the seed of a day that is over; it hashes to the one before, so no other value fits',
  }),

  ...never('heard_events', 'server/src/market/heard.store.ts', {
    bid_e4: 'evidence: the quote as the feed sent it',
    ask_e4: 'evidence: the quote as the feed sent it',
    bid_size: 'evidence: the quote as the feed sent it',
    ask_size: 'evidence: the quote as the feed sent it',
    last_e4: 'evidence: the last trade that the house knew at the quote',
    rate_e6: 'evidence: the exchange rate as the feed gave it',
    hash: 'a hash of the row and of the one before it',
  }),
  // A feed's bars of past days and minutes for charts, fetched again until they are right. They contain no quote.
  {
    table: 'feed_days',
    column: 'minutes',
    writer: 'server/src/market/feeds.store.ts',
    changes: 'as the reason says',
    because:
      'what the feed has told of the minutes of a day, kept for charts while the house is shut; nothing is traded on it',
  },
  {
    table: 'feed_years',
    column: 'days',
    writer: 'server/src/market/feeds.store.ts',
    changes: 'as the reason says',
    because: 'what the feed has told of the days, kept for charts while the house is shut; nothing is traded on it',
  },

  // A customer's alert and the quote that fired it: neither buys, sells or moves anything.
  wished('level_e4', 'the level a customer waits for, and may change: it is held against quotes, and decides no price'),
  wished(
    'percent_bps',
    'the move a customer waits for, and may change: it is held against quotes, and decides no price',
  ),
  ...never('alert_firings', 'server/src/watchlist/alerts.store.ts', {
    quote_at: 'which quote an alert told of: at most once of each',
    last_e4: 'evidence: the latest trade of that quote as the source gave it',
    source: 'who gave the quote',
  }),

  // The cash of a crypto deposit: by a published practice table and the market's own rate, stored at submission.
  ...never('deposits', 'server/src/deposits/deposits.store.ts', {
    coin_rate_e6: 'what a test coin counts as by the published table, which a release changes and nobody else',
    rates_version: 'which version of the published table that was',
    eur_rate_e6: 'the market’s EUR/USD rate of that instant, as its source gave it',
    rate_at: 'when that rate was',
    rate_source: 'who gave that rate',
    hash: 'the transaction that the customer names; nothing computes with it',
  }),
  ...never('deposit_credits', 'server/src/deposits/deposits.store.ts', {
    hash: 'the transaction that was credited, so that none is twice',
  }),

  ...never('house_batches', 'server/src/ledger/ledger.store.ts', {
    accounts: 'the house’s accounts of a batch, line by line: nothing computes a price with them',
    assets: 'the assets of those lines',
    units: 'what they moved, which the books compare with the entries',
  }),
  ...never('verifications', 'server/src/proof/health.store.ts', {
    ledger_broken: 'the rows that a check found against the laws, shown again as they were; nothing computes with it',
  }),

  // Opaque values that no price follows from: they are hashes, or shown again unchanged.
  ...reasoned('notices', 'server/src/notices/notices.store.ts', {
    facts:
      'what a notice says, put into words when it is read; that of an order grows with its fills, and nothing computes with it',
  }),
  ...never('kept_answers', 'server/src/door/stored-answers.ts', {
    answer: 'the first answer to a write, told again to the same customer; nothing computes with it',
    fingerprint: 'a keyed hash of what was asked',
  }),
  {
    table: 'attempts',
    column: 'who',
    writer: 'server/src/door/throttle.ts',
    changes: 'never',
    because: 'a keyed hash of who tried; counters are updated in place',
  },
  ...never('kyc_submissions', 'server/src/kyc/kyc.store.ts', {
    last_name: 'a name, as a customer wrote it',
    number_hash: 'a keyed hash of that number: whether another customer has shown the same document',
  }),
  dropped('number_sealed', 'the number of a customer’s document, encrypted; whoever decides about it reads it'),
  dropped('number_key', 'the key of that number, wrapped; it goes with it'),
  removed(
    'sealed',
    'a picture that a customer sent, encrypted; it is written once, and taken away when its time is over',
  ),
  removed('sealed_key', 'the key of that picture, wrapped; it goes with it'),
  ...never('customers', 'server/src/accounts/accounts.store.ts', { opened_body: 'a keyed hash of the sign-up' }),
  ...never('known_devices', 'server/src/door/devices.store.ts', {
    mark_hash: 'a hash of the mark that a device keeps',
  }),
  ...never('sessions', 'server/src/accounts/sessions.store.ts', { secret_hash: 'a hash of the token’s secret' }),
  ...never('seat_links', 'server/src/staff/seats.store.ts', {
    secret_hash: 'a hash of a one-time link’s secret',
    roles: 'what the seat of this link may do',
  }),
  ...never('seat_sessions', 'server/src/staff/seat-sessions.store.ts', { secret_hash: 'a hash of the token’s secret' }),
  {
    table: 'seats',
    column: 'sealed_code',
    writer: 'server/src/staff/seats.store.ts',
    changes: 'never',
    because: 'the sealed secret of a seat’s one-time codes, written when it is claimed',
  },
  {
    table: 'seats',
    column: 'roles',
    writer: 'server/src/staff/seats.store.ts',
    changes: 'as the reason says',
    because: 'which calls a seat may make, changed by an admin: none of them reaches a price or an outcome',
  },
  ...never('house_messages', 'server/src/accounts/messages.store.ts', {
    texts: 'what the house told in words; nothing computes with it',
  }),
  ...never('password_resets', 'server/src/accounts/second-step.store.ts', {
    secret_hash: 'a hash of a one-time link’s secret',
  }),
  ...never('resets', 'server/src/resets/resets.store.ts', {
    mark_hash: 'a hash of the mark of a known device',
    phone_hash: 'a keyed hash of a phone number',
    secret_hash: 'a hash of the secret that a device keeps',
  }),
  {
    table: 'resets',
    column: 'opens_at',
    writer: 'server/src/resets/resets.store.ts',
    changes: 'as the reason says',
    because: 'the instant from which a device may set a new password; no market opens by it',
  },
  ...never('recovery_codes', 'server/src/accounts/second-step.store.ts', { code_hash: 'a hash of a recovery code' }),
  {
    table: 'second_steps',
    column: 'sealed_code',
    writer: 'server/src/accounts/second-step.store.ts',
    changes: 'as the reason says',
    because: 'the sealed secret of a customer’s one-time codes; a new set-up has another',
  },
  ...never('audit_rows', 'server/src/audit/audit.store.ts', {
    previous: 'the hash of the row before it in its chain',
    hash: 'the hash of the row before it and of its own content',
  }),
  {
    table: 'support_threads',
    column: 'last_at',
    writer: 'server/src/support/support.store.ts',
    changes: 'as the reason says',
    because: 'when something was last said in a talk with customer service',
  },
  {
    table: 'support_messages',
    column: 'pictures',
    writer: 'server/src/support/support.store.ts',
    changes: 'never',
    because: 'the ids of the pictures that a customer sent with a message',
  },
  {
    table: 'audit_heads',
    column: 'hash',
    writer: 'server/src/audit/audit.store.ts',
    changes: 'as the reason says',
    because: 'the hash of a chain’s last row, moved on with each row',
  },
]

function removed(column: string, because: string): SteeringColumn {
  return {
    table: 'pictures',
    column,
    writer: 'server/src/pictures/pictures.store.ts',
    changes: 'as the reason says',
    because,
  }
}

function device(column: string, because: string): SteeringColumn {
  return {
    table: 'push_devices',
    column,
    writer: 'server/src/notices/push.store.ts',
    changes: 'as the reason says',
    because,
  }
}

/** For an identity check: written once, and purged when its time is over. */
function dropped(column: string, because: string): SteeringColumn {
  return {
    table: 'kyc_submissions',
    column,
    writer: 'server/src/kyc/kyc.store.ts',
    changes: 'as the reason says',
    because: `${because}; taken away 30 days after the decision`,
  }
}

function wished(column: string, because: string): SteeringColumn {
  return {
    table: 'alerts',
    column,
    writer: 'server/src/watchlist/alerts.store.ts',
    changes: 'as the reason says',
    because,
  }
}
