-- A practice house has a hundred dividends a day: a round reads those that are not carried out, and a page those of a listing.
create index corporate_actions_open on corporate_actions (record_at) where done_at is null or told_at is null;
create index corporate_actions_by_listing on corporate_actions (listing, ex_day);
create index corporate_actions_by_successor on corporate_actions (successor) where successor is not null;
