-- The ids of deposits, withdrawals and identity checks come from customers' devices. Each is unique for its customer alone, so nobody
-- learns from an id whether another customer has it. A review has an id of the house's own, and the id of its record beside it.

alter table reviews add column record uuid;
update reviews set record = id;
alter table reviews alter column record set not null;
-- A customer's id names one record, of whatever kind: pictures belong to a customer and the id of a record.
create unique index reviews_of_a_record on reviews (customer, record) nulls not distinct;

alter table deposit_credits drop constraint deposit_credits_deposit_fkey;
alter table deposit_credits drop constraint deposit_credits_pkey;
alter table deposits drop constraint deposits_pkey;
alter table deposits add primary key (customer, id);
alter table deposit_credits add primary key (customer, deposit);
alter table deposit_credits add foreign key (customer, deposit) references deposits (customer, id);

alter table withdrawals drop constraint withdrawals_pkey;
alter table withdrawals add primary key (customer, id);
drop index withdrawals_under_way;
create index withdrawals_under_way on withdrawals (customer, id) where ended is null;

alter table kyc_submissions drop constraint kyc_submissions_id_key;
