-- The way by which a deposit or a withdrawal goes, kept with its review, by which queues are narrowed.
alter table reviews add column way text collate "C" check (way ~ '^[a-z]{1,20}$');
update reviews r set way = d.way from deposits d where r.kind = 'deposit' and d.customer = r.customer and d.id = r.record;
update reviews r set way = p.kind from withdrawals w join payees p on p.customer = w.customer and p.id = w.payee
where r.kind = 'withdrawal' and w.customer = r.customer and w.id = r.record;
