/*
 * Gives an endpoint of the caller's account new secrets; those before sign as well, each until the time that was
 * promised when it was replaced. Returns null, or when it can be rotated again because too many secrets sign until
 * then.
 */
CREATE OR REPLACE FUNCTION events.rotate_secret(
  wanted integer, new_secret text, new_private_key text, new_public_key text, moment timestamptz,
  both_until timestamptz
) RETURNS timestamptz LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  rotated events.endpoint;
  free_at timestamptz;
BEGIN
  SELECT * INTO rotated FROM events.endpoint
  WHERE id = wanted AND account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer
  FOR NO KEY UPDATE;
  IF rotated.id IS NULL THEN RETURN NULL; END IF;
  DELETE FROM events.previous_secret WHERE endpoint_id = wanted AND signs_until <= moment;
  SELECT signs_until INTO free_at FROM events.previous_secret WHERE endpoint_id = wanted
  ORDER BY signs_until DESC OFFSET 3 LIMIT 1;
  IF free_at IS NOT NULL THEN RETURN free_at; END IF;
  INSERT INTO events.previous_secret (endpoint_id, secret, private_key, signs_until)
  VALUES (wanted, rotated.secret, rotated.private_key, both_until);
  -- The columns of the endpoint are what the release before this one signs with.
  UPDATE events.endpoint SET previous_secret = secret, previous_private_key = private_key, previous_until = both_until,
    secret = new_secret, private_key = new_private_key, public_key = new_public_key
  WHERE id = wanted;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION events.rotate_secret FROM PUBLIC;
GRANT EXECUTE ON FUNCTION events.rotate_secret TO brickmarket_account;
