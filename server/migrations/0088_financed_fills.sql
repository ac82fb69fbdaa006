-- Whoever closed financed lots after a midnight is found by the fills that paid them back.
create index fills_financed on fills (quote_at) where financed <> 0;
