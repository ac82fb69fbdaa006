-- Where a customer's withdrawals can go: a wallet, or a bank card. What was taken away stays, for the withdrawals that went to it.
create table payees (
  customer uuid not null,
  id uuid not null,
  kind text collate "C" not null check (kind in ('wallet', 'card')),
  currency text collate "C" check (currency ~ '^[A-Z]{3,5}$'),
  chain text collate "C" check (chain ~ '^[a-z]{3,20}$'),
  address text collate "C" check (length(address) between 20 and 100),
  iban text collate "C" check (iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{8,30}$'),
  account_name text check (length(account_name) between 1 and 100),
  bank_name text check (length(bank_name) between 1 and 100),
  bank_address text check (length(bank_address) between 1 and 140),
  added_at int8 not null,
  -- From here on it can be paid to: written once, so that another setting later changes nothing of it.
  ready_at int8 not null check (ready_at >= added_at),
  removed_at int8,
  primary key (customer, id),
  constraint a_wallet_or_a_card check (
    num_nonnulls(currency, chain, address) = case kind when 'wallet' then 3 else 0 end
    and num_nonnulls(iban, account_name, bank_name, bank_address) = case kind when 'card' then 4 else 0 end
  )
);
create unique index payees_wallets on payees (customer, currency, chain, address) where kind = 'wallet' and removed_at is null;
create unique index payees_cards on payees (customer, iban) where kind = 'card' and removed_at is null;
grant select, insert on payees to :server;
grant update (removed_at) on payees to :server;

-- Which codes there are stands in the contract; here only their form, so that a feature that tells of something new need not come back.
alter table notices drop constraint notices_code_check;
alter table notices add constraint notices_code_check check (code ~ '^[a-z]+(_[a-z]+)*$');
