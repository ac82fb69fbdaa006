-- Which kinds of entries, causes and accounts of the house there are stands in the lists of the features; here only their form.
alter domain cause_kind drop constraint cause_kind_check;
alter domain cause_kind add constraint cause_kind_check check (value ~ '^[a-z]+(_[a-z]+)*$');
alter domain entry_kind drop constraint entry_kind_check;
alter domain entry_kind add constraint entry_kind_check check (value ~ '^[a-z]+(_[a-z]+)*$');
alter domain house_account drop constraint house_account_check;
alter domain house_account add constraint house_account_check check (value ~ '^[a-z]+(_[a-z]+)*$');
