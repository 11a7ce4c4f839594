CREATE TABLE identity.attempt_allowance (
  subject text NOT NULL,
  -- All attempts so far, laid end to end from when they were made, reach to here.
  spent_until timestamptz NOT NULL,
  PRIMARY KEY (subject)
);
CREATE INDEX attempt_allowance_spent ON identity.attempt_allowance (spent_until);

CREATE TABLE identity.audit_event (
  id integer GENERATED ALWAYS AS IDENTITY,
  account_id integer NOT NULL,
  at timestamptz NOT NULL,
  kind text NOT NULL,
  summary text NOT NULL,
  address text,
  device text,
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES access.account(id) ON DELETE CASCADE
);
CREATE INDEX audit_event_newest_first ON identity.audit_event (account_id, id);
GRANT SELECT, INSERT ON identity.audit_event TO brickmarket_account;

CREATE TABLE identity.credential (
  account_id integer NOT NULL,
  password_hash text,
  totp_secret text,
  pending_totp_secret text,
  -- The last time step whose code was accepted: a code that was seen over a shoulder is worthless.
  totp_last_step bigint DEFAULT 0 NOT NULL,
  -- What passkeys know the account by.
  passkey_user text DEFAULT (gen_random_uuid())::text NOT NULL,
  epoch integer DEFAULT 0 NOT NULL,
  totp_set_at timestamptz,
  CONSTRAINT credential_password_hash_check CHECK (password_hash LIKE '$argon2id$%'),
  PRIMARY KEY (account_id),
  FOREIGN KEY (account_id) REFERENCES access.account(id) ON DELETE CASCADE
);
GRANT SELECT, INSERT, UPDATE ON identity.credential TO brickmarket_account;

CREATE TABLE identity.known_device (
  account_id integer NOT NULL,
  token_hash bytea NOT NULL,
  last_used_at timestamptz NOT NULL,
  CONSTRAINT known_device_token_hash_check CHECK (length(token_hash) = 32),
  PRIMARY KEY (account_id, token_hash),
  FOREIGN KEY (account_id) REFERENCES access.account(id) ON DELETE CASCADE
);
GRANT SELECT, INSERT, DELETE, UPDATE ON identity.known_device TO brickmarket_account;

CREATE TABLE identity.one_time_token (
  token_hash bytea NOT NULL,
  purpose text NOT NULL,
  account_id integer,
  email text,
  plan text,
  challenge text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  -- Null: good at any epoch, as what takes an address back must be, or what belongs to no account.
  epoch integer,
  CONSTRAINT one_time_token_token_hash_check CHECK (length(token_hash) = 32),
  PRIMARY KEY (token_hash),
  FOREIGN KEY (account_id) REFERENCES access.account(id) ON DELETE CASCADE
);
CREATE INDEX one_time_token_account ON identity.one_time_token (account_id);
CREATE INDEX one_time_token_email ON identity.one_time_token (email) WHERE used_at IS NULL;

CREATE TABLE identity.passkey (
  id integer GENERATED ALWAYS AS IDENTITY,
  account_id integer NOT NULL,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  is_synced boolean NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  CONSTRAINT passkey_name_check CHECK (length(name) BETWEEN 1 AND 100),
  UNIQUE (credential_id),
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES access.account(id) ON DELETE CASCADE
);
CREATE INDEX passkey_account ON identity.passkey (account_id);
GRANT SELECT, INSERT, DELETE, UPDATE (counter, last_used_at) ON identity.passkey TO brickmarket_account;

CREATE TABLE identity.recovery_code (
  account_id integer NOT NULL,
  code_hash bytea NOT NULL,
  CONSTRAINT recovery_code_code_hash_check CHECK (length(code_hash) = 32),
  PRIMARY KEY (account_id, code_hash),
  FOREIGN KEY (account_id) REFERENCES access.account(id) ON DELETE CASCADE
);
GRANT SELECT, INSERT, DELETE ON identity.recovery_code TO brickmarket_account;

-- An ended session is deleted: its token then finds nothing.
CREATE TABLE identity.session (
  id integer GENERATED ALWAYS AS IDENTITY,
  account_id integer NOT NULL,
  token_hash bytea NOT NULL,
  method text NOT NULL,
  device text NOT NULL,
  address text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  verified_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT session_method_check CHECK (
    method IN ('password', 'password_and_code', 'passkey', 'link', 'invitation')),
  CONSTRAINT session_token_hash_check CHECK (length(token_hash) = 32),
  PRIMARY KEY (id),
  UNIQUE (token_hash),
  FOREIGN KEY (account_id) REFERENCES access.account(id) ON DELETE CASCADE
);
CREATE INDEX session_account ON identity.session (account_id);
GRANT SELECT, INSERT, DELETE, UPDATE (token_hash, verified_at) ON identity.session TO brickmarket_account;
