-- Whose the schema is: the owner makes tables here, and nobody else; the server's own role uses what it is granted, table by table.
revoke create on schema public from public;
grant usage on schema public to :server;
