-- The leaves of a signed root in blocks, so that the path of one row to the root needs the rows of its block alone. They follow from the
-- rows: a root that was signed before this table gets its blocks by the job that signs.
create table day_root_blocks (
  day text collate "C" not null,
  n int4 not null check (n >= 0),
  -- The key of the block's first row, as it begins the text of the row, and the hash over the block's leaves, in hex.
  first text collate "C" not null,
  hash text collate "C" not null check (hash ~ '^[0-9a-f]{64}$'),
  primary key (day, n)
);
grant select, insert on day_root_blocks to :server;
