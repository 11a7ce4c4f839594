CREATE TABLE access.account (
  id integer GENERATED ALWAYS AS IDENTITY,
  email text NOT NULL,
  plan text NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  -- What the operator has given all keys of the account; null: nothing special.
  daily_limit integer,
  CONSTRAINT account_daily_limit_check CHECK (daily_limit >= 1),
  CONSTRAINT account_email_check CHECK (email = lower(email)),
  CONSTRAINT account_plan_check CHECK (plan IN ('free', 'collector', 'reseller')),
  UNIQUE (email),
  PRIMARY KEY (id)
);
GRANT SELECT (id, email) ON access.account TO brickmarket_deliver;

CREATE TABLE access.api_key (
  id integer GENERATED ALWAYS AS IDENTITY,
  account_id integer NOT NULL,
  key_hash bytea NOT NULL,
  name text NOT NULL,
  last4 text NOT NULL,
  daily_limit integer DEFAULT 1000 NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  expires_at timestamptz,
  revoked_at timestamptz,
  -- Null for an ended key whose slot another key occupies.
  slot smallint,
  -- What others had used of the slot on the day when this key took it.
  carried integer DEFAULT 0 NOT NULL,
  carried_on date,
  -- The key that it was rotated from.
  predecessor_id integer,
  CONSTRAINT api_key_carried_check CHECK (carried >= 0),
  CONSTRAINT api_key_daily_limit_check CHECK (daily_limit >= 1),
  CONSTRAINT api_key_key_hash_check CHECK (length(key_hash) = 32),
  CONSTRAINT api_key_last4_check CHECK (length(last4) = 4),
  CONSTRAINT api_key_slot_check CHECK (slot BETWEEN 1 AND 5),
  UNIQUE (key_hash),
  PRIMARY KEY (id),
  CONSTRAINT api_key_slot_key UNIQUE (account_id, slot),
  FOREIGN KEY (account_id) REFERENCES access.account(id),
  FOREIGN KEY (predecessor_id) REFERENCES access.api_key(id)
);
CREATE INDEX api_key_account ON access.api_key (account_id);
CREATE INDEX api_key_predecessor ON access.api_key (predecessor_id);
GRANT SELECT (id, account_id, name, last4, daily_limit, created_at, expires_at, revoked_at, carried, carried_on,
  predecessor_id), INSERT (account_id, key_hash, name, last4, daily_limit, expires_at, predecessor_id), UPDATE
  (expires_at, revoked_at) ON access.api_key TO brickmarket_account;

-- Counters change with every request: half-empty pages and no index on what changes keep the updates heap-only.
CREATE TABLE access.key_usage (
  key_id integer NOT NULL,
  day date NOT NULL,
  used integer NOT NULL,
  -- What the last statement added; servers before 18 cannot return the value before an update.
  last_charge integer NOT NULL,
  -- The key's limit when it was last charged. An upsert can compare a counter only with columns of its own table.
  day_limit integer,
  first_used_at timestamptz,
  last_used_at timestamptz,
  -- Another key has taken over this count: charges in progress must not add to it.
  is_closed boolean DEFAULT false NOT NULL,
  CONSTRAINT key_usage_used_check CHECK (used >= 0),
  PRIMARY KEY (key_id, day),
  FOREIGN KEY (key_id) REFERENCES access.api_key(id)
) WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='1000');
GRANT SELECT ON access.key_usage TO brickmarket_account;

CREATE TABLE access.route_usage (
  key_id integer NOT NULL,
  day date NOT NULL,
  route text NOT NULL,
  requests integer NOT NULL,
  -- What they have cost of the allowance.
  charged integer NOT NULL,
  -- Answered 429.
  refused integer NOT NULL,
  CONSTRAINT route_usage_charged_check CHECK (charged >= 0),
  CONSTRAINT route_usage_refused_check CHECK (refused >= 0),
  CONSTRAINT route_usage_requests_check CHECK (requests >= 0),
  PRIMARY KEY (key_id, day, route),
  FOREIGN KEY (key_id) REFERENCES access.api_key(id) ON DELETE CASCADE
);
CREATE INDEX route_usage_by_day ON access.route_usage (day);
GRANT SELECT ON access.route_usage TO brickmarket_account;
