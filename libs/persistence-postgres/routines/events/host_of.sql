-- The host of an address in its canonical form, in one spelling. Ports of one machine are one host.
CREATE OR REPLACE FUNCTION events.host_of(url text) RETURNS text LANGUAGE sql IMMUTABLE
RETURN coalesce(rtrim(lower(substring(url FROM '^[a-zA-Z]+://(\[[^]]*\]|[^/:?#]+)')), '.'), url);
REVOKE ALL ON FUNCTION events.host_of FROM PUBLIC;
