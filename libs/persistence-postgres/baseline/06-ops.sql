CREATE TABLE ops.change_origin (
  only_row boolean DEFAULT true NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  CONSTRAINT change_origin_only_row_check CHECK (only_row),
  PRIMARY KEY (only_row)
);
GRANT SELECT ON ops.change_origin TO brickmarket_api;

CREATE TABLE ops.data_kind (
  kind text NOT NULL,
  -- How often data of this kind has changed.
  version bigint NOT NULL,
  -- Null when it has not changed since this is recorded.
  changed_at timestamptz,
  -- All changes between recorded_since and recorded_version are recorded.
  recorded_version bigint,
  recorded_since bigint,
  PRIMARY KEY (kind)
);
GRANT SELECT ON ops.data_kind TO brickmarket_api, brickmarket_account;

CREATE TABLE ops.demo_market (
  only_row boolean DEFAULT true NOT NULL,
  seed text NOT NULL,
  as_of timestamptz NOT NULL,
  sets integer NOT NULL,
  minifigs integer NOT NULL,
  years double precision NOT NULL,
  finished_at timestamptz,
  temperament text DEFAULT 'ordinary' NOT NULL,
  CONSTRAINT demo_market_only_row_check CHECK (only_row),
  PRIMARY KEY (only_row)
);

CREATE TABLE ops.import_run (
  id integer GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  files text[] NOT NULL,
  started_at timestamptz DEFAULT clock_timestamp() NOT NULL,
  finished_at timestamptz,
  undone_at timestamptz,
  inserted integer,
  changed integer,
  unchanged integer,
  rejected integer,
  checksum text,
  fault text,
  PRIMARY KEY (id)
);

CREATE TABLE ops.job_record (
  job text NOT NULL,
  runs integer NOT NULL,
  failures integer NOT NULL,
  last_started_at timestamptz NOT NULL,
  last_succeeded_at timestamptz,
  PRIMARY KEY (job)
);
GRANT SELECT ON ops.job_record TO brickmarket_api;

CREATE TABLE ops.service_hour (
  hour timestamptz NOT NULL,
  requests bigint NOT NULL,
  -- Answered with an error of ours.
  errors bigint NOT NULL,
  -- Requests by how long they took; those that took longest are in none.
  buckets bigint[] NOT NULL,
  -- Minutes in which some process that serves has reached the database.
  minutes bit(60) NOT NULL,
  worst_delivery_seconds double precision NOT NULL,
  -- Age of the values; null before the first.
  worst_data_seconds double precision,
  PRIMARY KEY (hour)
);
GRANT SELECT ON ops.service_hour TO brickmarket_api;

CREATE TABLE ops.worker (
  -- By which it locks its jobs.
  id text NOT NULL,
  host text NOT NULL,
  pid integer NOT NULL,
  -- The application_name of its connections, and of no others: they are ended when its jobs are taken over.
  connection_name text NOT NULL,
  started_at timestamptz DEFAULT clock_timestamp() NOT NULL,
  beat_at timestamptz DEFAULT clock_timestamp() NOT NULL,
  leased_until timestamptz NOT NULL,
  PRIMARY KEY (id)
);

INSERT INTO ops.data_kind (kind, version) VALUES ('catalog', 0), ('market', 0), ('retail', 0);
INSERT INTO ops.change_origin DEFAULT VALUES;
