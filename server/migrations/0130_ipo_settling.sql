-- An offer is settled in the order of its customers, each beside the one before it in the tables.

drop index ipo_applications_running;
create unique index ipo_applications_running on ipo_applications (offer, customer) where withdrawn_at is null;
