-- One key may come with several calls, such as the id of an order and of a withdrawal: each call has its own stored answer.
alter table kept_answers drop constraint kept_answers_pkey;
alter table kept_answers add constraint kept_answers_pkey primary key (customer, call, key);
