-- The console's page of risk reads close-outs of all customers, and the interest of one night.
create index close_outs_newest on close_outs (id);
create index interest_charges_of_day on interest_charges (day);
