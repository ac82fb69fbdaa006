-- When the customer took back what staff had approved and the house had not carried out yet. Its amount counts no more in a window.
alter table reviews add column undone_at int8;
update reviews r set undone_at = w.ended_at from withdrawals w
where r.kind = 'withdrawal' and r.state = 'approved' and w.customer = r.customer and w.id = r.record and w.ended = 'cancelled';
alter table reviews add constraint only_an_approval_is_undone check (undone_at is null or (state = 'approved' and undone_at >= ended_at));
grant update (undone_at) on reviews to :server;
