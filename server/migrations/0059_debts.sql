-- A customer's debts to the house, by currency. A line against the account `debts` changes what is free and what is owed alike, and
-- every posting ends with the repayment that its balances allow: while something is owed, nothing is free.
alter table balances add column owed amount not null default 0;
alter table balances add constraint a_debt_is_paid_first check (owed = 0 or free = 0);
grant update (owed) on balances to :server;
create index balances_owed on balances (customer, asset) where owed > 0;

-- The new words only add to the lists, so rows from before need no check.
alter domain entry_kind drop constraint entry_kind_check;
alter domain entry_kind add constraint entry_kind_check check (value = any
  ('{deposit,withdrawal,buy,sell,fee,conversion,interest,dividend,loan,option,grant,handed_back,reversal,debt,debt_paid,written_off}')) not valid;
alter domain house_account drop constraint house_account_check;
alter domain house_account add constraint house_account_check
  check (value = any ('{market,fees,conversion,markup,grants,deposits,withdrawals,debts,write_offs}')) not valid;
alter domain house_accounts drop constraint house_accounts_check;
alter domain house_accounts add constraint house_accounts_check
  check (value <@ '{market,fees,conversion,markup,grants,deposits,withdrawals,debts,write_offs}' and cardinality(value) > 0) not valid;
alter domain cause_kind drop constraint cause_kind_check;
alter domain cause_kind add constraint cause_kind_check
  check (value = any ('{order,withdrawal,deposit,grant,hand_back,reversal}')) not valid;
