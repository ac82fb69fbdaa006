-- A file of corporate actions of a live feed, which two seats confirm before its ex-days: a publication of its own kind.
alter table publications drop constraint publications_what_check;
alter table publications drop constraint publications_check;
alter table publications drop constraint publications_texts_check;
alter table publications add constraint what_is_known check (what in ('message', 'publish', 'edit', 'actions'));
alter table publications add constraint an_article_has_a_name check ((what in ('publish', 'edit')) = (name is not null));
alter table publications add constraint all_but_a_file_has_texts check (jsonb_typeof(texts) = 'object' and (texts = '{}') = (what = 'actions'));

-- Of a file: the public address that it was taken from, its bytes as they were uploaded, and their hash as it was shown.
alter table publications add column source text;
alter table publications add column file bytea;
alter table publications add column file_sha256 text collate "C";
alter table publications add constraint a_file_has_its_source check (
  (what = 'actions') = (source is not null) and (what = 'actions') = (file is not null) and (what = 'actions') = (file_sha256 is not null)
);
alter table publications add constraint a_source_is_public check (source ~ '^https://');
alter table publications add constraint a_hash_is_that_of_its_file check (file_sha256 = encode(sha256(file), 'hex'));
alter table publications add constraint a_file_is_proposed_by_a_seat check (what <> 'actions' or seat is not null);
