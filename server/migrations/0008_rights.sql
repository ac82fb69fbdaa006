-- The server's role changes what its stores change, column by column, and nothing else: whose a balance or a session is, a phone
-- number, a secret or the day somebody joined stays as it was written.
revoke update on customers_lock, balances, customers, sessions from :server;
-- Nobody changes it; the right is what lets a write lock the row.
grant update (opened_at) on customers_lock to :server;
grant update (free, held, version) on balances to :server;
grant update (display_name, language, display_currency, text_size, login_hash, trading_hash) on customers to :server;
grant update (seen_at, ends_at) on sessions to :server;
