-- Lists of the console that were long to walk: the house's own articles stand among those of the market, and codes that still open
-- an account among those that were ended.

create index news_of_the_house on news (id) where origin = 'house';
create index invitations_not_ended on invitations (id) where ended_at is null;
