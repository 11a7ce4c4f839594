-- By the rules of TypeORM, which runs the migrations since.
CREATE TABLE schema_migration (
  id serial CONSTRAINT "PK_0edff5015b71cc0389ae0f4b9a1" PRIMARY KEY,
  "timestamp" bigint NOT NULL,
  name varchar NOT NULL
);
GRANT SELECT ON schema_migration TO brickmarket_api, brickmarket_account, brickmarket_deliver;

CREATE TABLE schema_least_build (
  is_only boolean DEFAULT true NOT NULL,
  -- A build that does not know this migration is too old.
  migration text NOT NULL,
  raised_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT schema_least_build_is_only_check CHECK (is_only),
  PRIMARY KEY (is_only)
);
GRANT SELECT ON schema_least_build TO brickmarket_api, brickmarket_account, brickmarket_deliver;

-- All texts that were ever applied, so that a build knows whether the database has had its own.
CREATE TABLE schema_routine (
  name text NOT NULL,
  checksum text NOT NULL,
  is_current boolean DEFAULT true NOT NULL,
  applied_at timestamptz DEFAULT now() NOT NULL,
  PRIMARY KEY (name, checksum)
);
CREATE UNIQUE INDEX schema_routine_current ON schema_routine (name) WHERE is_current;
GRANT SELECT ON schema_routine TO brickmarket_api, brickmarket_account, brickmarket_deliver;
