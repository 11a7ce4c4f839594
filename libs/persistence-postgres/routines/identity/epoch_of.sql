-- Stable: it sees what the calling statement saw at its start. Compared with a session or a password that a function
-- reads in the same statement the epoch is as old or older, never newer: a session ended meanwhile has a past one.
CREATE OR REPLACE FUNCTION identity.epoch_of(account integer) RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
'SELECT coalesce((SELECT epoch FROM identity.credential WHERE account_id = account), 0)';
REVOKE ALL ON FUNCTION identity.epoch_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity.epoch_of TO brickmarket_account;
