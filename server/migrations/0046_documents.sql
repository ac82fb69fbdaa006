-- The documents that customers accepted, each for one record. Instants are milliseconds since 1970. A row never changes.
create table accepted_documents (
  id uuid primary key,
  customer uuid not null references customers_lock,
  document text collate "C" not null check (document ~ '^[a-z][a-z0-9_]{1,40}$'),
  version int4 not null check (version > 0),
  language text collate "C" not null check (language in ('tur', 'cn', 'tw', 'en', 'fr')),
  -- Of the exact text, in hex.
  sha256 text collate "C" not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- The record that it was accepted for, by the kind and the id that the customer knows.
  record_kind text collate "C" not null check (record_kind ~ '^[a-z][a-z0-9_]{1,40}$'),
  record uuid not null,
  accepted_at int8 not null,
  unique (customer, record, document)
);
grant select, insert on accepted_documents to :server;
