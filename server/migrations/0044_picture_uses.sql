-- Features bring the uses of their pictures, so a new one needs no change here: the contract names them.
alter table pictures drop constraint pictures_use_check;
alter table pictures add constraint pictures_use_check check (use ~ '^[a-z]+(_[a-z]+)*$');
