-- Until when a session may make the calls that need a confirmation by payment password and authenticator code.
alter table sessions add column if not exists confirmed_until timestamptz;
