-- An order says up to which instant of the source's clock its quote events are decided: its market instant when it is placed, the
-- event of its last fill, and at its end the instant of that decision. 0 for orders of before.
alter table orders add column through_at int8 not null default 0;
alter table orders alter column through_at drop default;
grant update (through_at) on orders to :server;

-- Progress only grows, for any writer: nothing is filled on an event that is decided, and what has ended stays as it ended. The
-- condition is tested in memory; the function runs only to refuse. (A trigger before the update would lock each row once more.)
create function goes_back() returns trigger language plpgsql as $$
begin
  raise exception 'what is decided of % is not decided again', tg_table_name
    using errcode = '23514', constraint = tg_name, table = tg_table_name;
end
$$;
create trigger an_order_goes_forward after update on orders for each row
  when (new.through_at < old.through_at or (new.filled <> old.filled and new.through_at = old.through_at)
    or new.filled < old.filled or old.ended_at is not null)
  execute function goes_back();
create trigger progress_goes_forward after update on fill_progress for each row
  when (new.through_at < old.through_at)
  execute function goes_back();
