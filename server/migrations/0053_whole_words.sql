-- Customers are found by whole words of their names: case and accents do not count, and a single letter is no word. Between the
-- characters of a Chinese, Japanese or Korean name a space does not count, so that only the whole name is a word. The search passes its
-- own text through the same function, and the indexes follow every change of a name by themselves.
create function name_words(name text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct word), '{}') from regexp_split_to_table(
    lower(normalize(regexp_replace(
      normalize(regexp_replace(
        name, '([\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af])[\s\u00b7\u30fb]+(?=[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af])', '\1', 'g'
      ), nfkd), '[\u0300-\u036f]', '', 'g'
    ), nfc)),
    '[\s!-/:-@\[-`{-~\u00b7\u2010-\u2015\u2018\u2019\u30fb\u3000]+'
  ) as word where char_length(word) > 1
$$;

grant execute on function name_words(text) to :server;

create index customers_by_word on customers using gin (name_words(display_name)) where closed_at is null;
-- Documents print the surname first or last, and so do people.
create index kyc_submissions_by_word on kyc_submissions using gin (
  (name_words(first_name || ' ' || last_name) || name_words(last_name || ' ' || first_name))
) where passed;
create index payees_by_iban on payees (iban) where removed_at is null;
create index payees_by_address on payees (lower(address)) where removed_at is null;
create index deposits_by_address on deposits (lower(address)) where address is not null;
create index deposits_by_hash_alone on deposits (hash) where hash is not null;
create index reviews_by_number on reviews (right(record::text, 6));
