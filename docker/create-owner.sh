#!/bin/sh
# Makes the owner of the schema and its database where they are missing: create-owner.sh [ADDRESS]. The owner is no
# superuser: it may make the roles of the processes that serve, and see how far replicas are behind.
set -eu
secrets=${SECRETS:-/run/secrets}
PGPASSWORD=$(cat "$secrets/superuser-password")
export PGPASSWORD
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --set "password=$(cat "$secrets/owner-password")" \
  --dbname "${1:-user=postgres dbname=postgres}" <<'SQL'
SELECT 'CREATE ROLE brickmarket' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'brickmarket') \gexec
ALTER ROLE brickmarket LOGIN CREATEROLE PASSWORD :'password';
GRANT pg_monitor TO brickmarket;
SELECT 'CREATE DATABASE brickmarket' WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'brickmarket') \gexec
ALTER DATABASE brickmarket OWNER TO brickmarket;
SQL
