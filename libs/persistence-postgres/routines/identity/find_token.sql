-- A one-time link by the hash of its secret, whether it can still be used or not.
CREATE OR REPLACE FUNCTION identity.find_token(hash bytea) RETURNS SETOF identity.one_time_token
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
'SELECT * FROM identity.one_time_token WHERE token_hash = hash';
REVOKE ALL ON FUNCTION identity.find_token FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity.find_token TO brickmarket_account;
