-- Before it is known whose it is.
CREATE OR REPLACE FUNCTION identity.find_passkey(wanted bytea) RETURNS SETOF identity.passkey
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
'SELECT * FROM identity.passkey WHERE credential_id = wanted';
REVOKE ALL ON FUNCTION identity.find_passkey FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity.find_passkey TO brickmarket_account;
