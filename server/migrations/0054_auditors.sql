-- An auditor reads everything, decides nothing and changes nothing.
alter table seats drop constraint seats_roles_check;
alter table seats add constraint seats_roles_check check (
  cardinality(roles) > 0 and roles <@ array['support', 'reviewer', 'treasurer', 'operations', 'admin', 'auditor']
);
alter table seat_links drop constraint seat_links_roles_check;
alter table seat_links add constraint seat_links_roles_check check (
  cardinality(roles) > 0 and roles <@ array['support', 'reviewer', 'treasurer', 'operations', 'admin', 'auditor']
);

-- The log is looked through by days too, and a customer's chain is found by the account number.
create index audit_rows_by_day on audit_rows (made_at);
