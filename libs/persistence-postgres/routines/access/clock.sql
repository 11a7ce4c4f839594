-- The one clock that days, resets and expiry go by; a function of its own so that tests can move it.
CREATE OR REPLACE FUNCTION access.clock() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT now()';
REVOKE ALL ON FUNCTION access.clock FROM PUBLIC;
GRANT EXECUTE ON FUNCTION access.clock TO brickmarket_account, brickmarket_api, brickmarket_deliver;
