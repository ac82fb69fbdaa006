-- Accounts are found by the number that staff say to each other: the end of their id.
create index customers_by_number on customers (right(id::text, 6));

-- The accounts of the house through which little goes are looked through by name. Those that every order moves are not in this index:
-- placing and filling writes nothing to it.
create index house_entries_of_a_rare_account on house_entries (account, made_at) where account in ('deposits', 'withdrawals', 'grants');
