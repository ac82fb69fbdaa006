-- The terms under which each application runs or ran, for the archive of its customer: those published (place 0), and each with later
-- dates that took their place.
create view ipo_application_terms as
select a.customer, a.id as application, t.place, t.in_force_at, t.terms
from ipo_applications a
join ipo_offers o on o.id = a.offer
cross join lateral (
  select 0 as place, o.published_at as in_force_at,
    coalesce((select p.before from ipo_postponements p where p.offer = o.id and p.place = 1), o.terms) as terms
  union all
  select p.place, p.postponed_at, p.terms from ipo_postponements p where p.offer = o.id
) as t;
grant select on ipo_application_terms to :server;
