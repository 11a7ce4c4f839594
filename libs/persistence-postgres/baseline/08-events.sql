-- The inbox. It keeps its entries when the rule that made them is deleted.
CREATE TABLE events.alert (
  account_id integer NOT NULL,
  event_id bigint NOT NULL,
  fired_at timestamptz NOT NULL,
  read_at timestamptz,
  rule_ids integer[] DEFAULT '{}'::integer[] NOT NULL,
  PRIMARY KEY (account_id, event_id)
);
CREATE INDEX alert_by_event ON events.alert (event_id);
CREATE INDEX alert_unread ON events.alert (account_id) WHERE read_at IS NULL;
GRANT SELECT, UPDATE (read_at) ON events.alert TO brickmarket_account;

CREATE TABLE events.endpoint (
  id integer GENERATED ALWAYS AS IDENTITY,
  account_id integer NOT NULL,
  url text NOT NULL,
  description text NOT NULL,
  secret text NOT NULL,
  private_key text NOT NULL,
  public_key text NOT NULL,
  -- The secrets before the last rotation, which sign as well until the time is over.
  previous_secret text,
  previous_private_key text,
  previous_until timestamptz,
  created_at timestamptz NOT NULL,
  -- When the first of the failures happened that no success has followed yet.
  failing_since timestamptz,
  disabled_at timestamptz,
  disabled_reason text,
  -- When it first answered a signed test with 2xx. Null: not yet, and it gets nothing but tests.
  verified_at timestamptz,
  -- When the last failed attempt began.
  last_failed_at timestamptz,
  CONSTRAINT endpoint_private_key_check CHECK (private_key LIKE 'whsk\_%'),
  CONSTRAINT endpoint_public_key_check CHECK (public_key LIKE 'whpk\_%'),
  CONSTRAINT endpoint_secret_check CHECK (secret LIKE 'whsec\_%'),
  CONSTRAINT endpoint_url_check CHECK (length(url) <= 2000),
  UNIQUE (account_id, id),
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES access.account(id) ON DELETE CASCADE
);
GRANT SELECT, UPDATE (failing_since, last_failed_at) ON events.endpoint TO brickmarket_deliver;
GRANT DELETE, SELECT (id, account_id, url, description, public_key, previous_until, created_at, failing_since,
  disabled_at, disabled_reason, verified_at, last_failed_at), INSERT (account_id, url, description, secret, private_key,
  public_key, created_at), UPDATE (failing_since, disabled_at, disabled_reason) ON events.endpoint TO
  brickmarket_account;

CREATE TABLE events.delivery (
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- The webhook-id: the same in every attempt and every replay.
  message_id text DEFAULT ('msg_' || replace((gen_random_uuid())::text, '-', '')) NOT NULL,
  account_id integer NOT NULL,
  event_id bigint NOT NULL,
  -- Null: by mail.
  endpoint_id integer,
  -- The rules it is sent for. When the last of them is deleted, a delivery that waits is deleted too.
  rule_ids integer[] NOT NULL,
  state text DEFAULT 'pending' NOT NULL,
  due_at timestamptz NOT NULL,
  failures integer DEFAULT 0 NOT NULL,
  -- The process that leased it must finish before this. Later, another process may take it.
  leased_until timestamptz,
  finished_at timestamptz,
  -- The process that leased it, by the key of its lock: when nobody has that lock, the process is gone. Null: only the
  -- time counts.
  leased_by integer,
  CONSTRAINT delivery_state_check CHECK (state IN ('pending', 'delivered', 'failed')),
  UNIQUE (message_id),
  PRIMARY KEY (id),
  FOREIGN KEY (account_id, endpoint_id) REFERENCES events.endpoint(account_id, id) ON DELETE CASCADE
);
CREATE INDEX delivery_due ON events.delivery (endpoint_id, due_at) WHERE state = 'pending';
-- Deliveries in progress at an endpoint.
CREATE INDEX delivery_leased ON events.delivery (endpoint_id) WHERE leased_until IS NOT NULL;
CREATE INDEX delivery_newest_first ON events.delivery (account_id, id);
CREATE UNIQUE INDEX delivery_once ON events.delivery (event_id, account_id, COALESCE(endpoint_id, 0));
GRANT SELECT, UPDATE (state, due_at, failures, leased_until, finished_at, leased_by) ON events.delivery TO
  brickmarket_deliver;
GRANT SELECT, DELETE, UPDATE (rule_ids, state, due_at, failures, leased_until) ON events.delivery TO
  brickmarket_account;

CREATE TABLE events.attempt (
  id bigint GENERATED ALWAYS AS IDENTITY,
  delivery_id bigint NOT NULL,
  started_at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  -- Null: no response.
  status integer,
  -- Why it failed, when that is not the status.
  error text,
  -- The beginning of the response.
  excerpt text,
  PRIMARY KEY (id),
  FOREIGN KEY (delivery_id) REFERENCES events.delivery(id) ON DELETE CASCADE
);
CREATE INDEX attempt_by_delivery ON events.attempt (delivery_id, id);
GRANT SELECT, INSERT ON events.attempt TO brickmarket_deliver;
GRANT SELECT ON events.attempt TO brickmarket_account;

-- No foreign key to the set, which would be checked row by row: the writers look sets up themselves.
CREATE TABLE events.event (
  id bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  subject text NOT NULL COLLATE "C",
  -- Distinguishes the events of a kind that happen to one subject: the same cause is never recorded twice.
  cause text NOT NULL COLLATE "C",
  set_id integer,
  -- Null: it concerns the watchers of the set, or all accounts.
  account_id integer,
  retailer retail.retailer,
  occurred_at timestamptz NOT NULL,
  recorded_at timestamptz DEFAULT clock_timestamp() NOT NULL,
  old_cents integer,
  new_cents integer,
  facts jsonb NOT NULL,
  PRIMARY KEY (id),
  UNIQUE (subject, kind, cause),
  FOREIGN KEY (account_id) REFERENCES access.account(id) ON DELETE CASCADE
);
CREATE INDEX event_account ON events.event (account_id) WHERE account_id IS NOT NULL;
GRANT SELECT ON events.event TO brickmarket_deliver, brickmarket_account;

CREATE TABLE events.feed (
  account_id integer NOT NULL,
  secret_hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT feed_secret_hash_check CHECK (length(secret_hash) = 32),
  PRIMARY KEY (account_id),
  UNIQUE (secret_hash),
  FOREIGN KEY (account_id) REFERENCES access.account(id) ON DELETE CASCADE
);
GRANT INSERT, DELETE, SELECT (account_id, created_at), UPDATE (secret_hash, created_at) ON events.feed TO
  brickmarket_account;

CREATE TABLE events.pending (
  event_id bigint NOT NULL,
  PRIMARY KEY (event_id),
  FOREIGN KEY (event_id) REFERENCES events.event(id) ON DELETE CASCADE
);

-- The secrets before each rotation, which sign as well until the time that was promised for them.
CREATE TABLE events.previous_secret (
  endpoint_id integer NOT NULL,
  secret text NOT NULL,
  private_key text NOT NULL,
  signs_until timestamptz NOT NULL,
  PRIMARY KEY (endpoint_id, secret),
  FOREIGN KEY (endpoint_id) REFERENCES events.endpoint(id) ON DELETE CASCADE
);
GRANT SELECT ON events.previous_secret TO brickmarket_deliver;

CREATE TABLE events.rule (
  id integer GENERATED ALWAYS AS IDENTITY,
  account_id integer NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  scope text NOT NULL,
  brickfolio_id integer,
  retailer retail.retailer,
  below_cents integer,
  min_change_cents integer NOT NULL,
  min_change_pct integer NOT NULL,
  hysteresis_pct integer NOT NULL,
  rearm_minutes integer NOT NULL,
  sends_mail boolean NOT NULL,
  quiet_from_minute smallint,
  quiet_until_minute smallint,
  digest_minute smallint,
  time_zone text NOT NULL,
  created_at timestamptz NOT NULL,
  paused_at timestamptz,
  CONSTRAINT rule_below_cents_check CHECK (below_cents >= 1),
  CONSTRAINT rule_check CHECK ((scope = 'brickfolio') = (brickfolio_id IS NOT NULL)),
  CONSTRAINT rule_digest_minute_check CHECK (digest_minute BETWEEN 0 AND 1439),
  CONSTRAINT rule_hysteresis_pct_check CHECK (hysteresis_pct BETWEEN 1 AND 100),
  CONSTRAINT rule_min_change_cents_check CHECK (min_change_cents >= 0),
  CONSTRAINT rule_min_change_pct_check CHECK (min_change_pct BETWEEN 0 AND 100),
  CONSTRAINT rule_name_check CHECK (length(name) BETWEEN 1 AND 100),
  CONSTRAINT rule_quiet_from_minute_check CHECK (quiet_from_minute BETWEEN 0 AND 1439),
  CONSTRAINT rule_quiet_until_minute_check CHECK (quiet_until_minute BETWEEN 0 AND 1439),
  CONSTRAINT rule_rearm_minutes_check CHECK (rearm_minutes >= 0),
  CONSTRAINT rule_scope_check CHECK (scope IN ('holdings', 'brickfolio', 'sets', 'account')),
  UNIQUE (account_id, id),
  PRIMARY KEY (id),
  FOREIGN KEY (account_id, brickfolio_id) REFERENCES portfolio.brickfolio(account_id, id) ON DELETE CASCADE,
  FOREIGN KEY (account_id) REFERENCES access.account(id) ON DELETE CASCADE
);
CREATE INDEX rule_by_brickfolio ON events.rule (brickfolio_id) WHERE brickfolio_id IS NOT NULL;
GRANT SELECT ON events.rule TO brickmarket_deliver;
GRANT SELECT, DELETE, INSERT (id, account_id, name, kind, scope, brickfolio_id, retailer, below_cents, min_change_cents,
  min_change_pct, hysteresis_pct, rearm_minutes, sends_mail, quiet_from_minute, quiet_until_minute, digest_minute,
  time_zone, created_at, paused_at), UPDATE (name, kind, scope, brickfolio_id, retailer, below_cents, min_change_cents,
  min_change_pct, hysteresis_pct, rearm_minutes, sends_mail, quiet_from_minute, quiet_until_minute, digest_minute,
  time_zone, paused_at) ON events.rule TO brickmarket_account;

-- A rule can only send to endpoints of its own account.
CREATE TABLE events.rule_endpoint (
  account_id integer NOT NULL,
  rule_id integer NOT NULL,
  endpoint_id integer NOT NULL,
  PRIMARY KEY (rule_id, endpoint_id),
  FOREIGN KEY (account_id, endpoint_id) REFERENCES events.endpoint(account_id, id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, rule_id) REFERENCES events.rule(account_id, id) ON DELETE CASCADE
);
CREATE INDEX rule_endpoint_by_endpoint ON events.rule_endpoint (account_id, endpoint_id);
GRANT SELECT, INSERT, DELETE ON events.rule_endpoint TO brickmarket_account;

CREATE TABLE events.rule_set (
  rule_id integer NOT NULL,
  set_id integer NOT NULL,
  PRIMARY KEY (set_id, rule_id),
  FOREIGN KEY (rule_id) REFERENCES events.rule(id) ON DELETE CASCADE,
  FOREIGN KEY (set_id) REFERENCES catalog.lego_set(id)
);
CREATE INDEX rule_set_by_rule ON events.rule_set (rule_id);
GRANT SELECT, INSERT, DELETE ON events.rule_set TO brickmarket_account;

-- What is remembered of a rule and a subject once it has fired for it.
CREATE TABLE events.rule_state (
  rule_id integer NOT NULL,
  subject text NOT NULL COLLATE "C",
  fired_at timestamptz NOT NULL,
  is_armed boolean NOT NULL,
  PRIMARY KEY (rule_id, subject)
);
GRANT DELETE, SELECT (rule_id) ON events.rule_state TO brickmarket_account;

CREATE TABLE events.send_allowance (
  subject text NOT NULL COLLATE "C",
  -- All that was sent on demand so far, laid end to end from when it was sent, reaches to here.
  spent_until timestamptz NOT NULL,
  PRIMARY KEY (subject)
);
