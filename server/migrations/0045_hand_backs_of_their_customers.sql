-- The id of a hand-back comes from the customer's device: it is unique for its customer alone, as the ids of other records are.
alter table lot_returns drop constraint lot_returns_hand_back_fkey;
alter table hand_backs drop constraint hand_backs_pkey;
alter table hand_backs add primary key (customer, id);
alter table lot_returns add foreign key (customer, hand_back) references hand_backs (customer, id);
