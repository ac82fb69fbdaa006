-- Which kinds of entries and accounts of the house there are stands in the lists of the features; here only their form.
alter table entries drop constraint entries_kind_check;
alter table entries add constraint entries_kind_check check (kind ~ '^[a-z]+(_[a-z]+)*$');
alter table entries drop constraint entries_counter_check;
alter table entries add constraint entries_counter_check check (counter ~ '^[a-z]+(_[a-z]+)*$');
alter table house_entries drop constraint house_entries_account_check;
alter table house_entries add constraint house_entries_account_check check (account ~ '^[a-z]+(_[a-z]+)*$' and account <> 'hold');
