-- A sell may name the lot that it closes. The shares that open sells of a lot ask for are reserved in it, for no other sell.
alter table order_conditions add column lot uuid;
alter table lots add column shares_reserved int8 not null default 0;
alter table lots add constraint only_what_is_left_is_reserved check (shares_reserved between 0 and shares_left);
grant update (shares_reserved) on lots to :server;
