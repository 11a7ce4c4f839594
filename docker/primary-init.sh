#!/bin/sh
# Runs once, in the first start of the primary: lets a replica log in and nothing else.
set -eu
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 --set "password=$REPLICATION_PASSWORD" <<'SQL'
CREATE ROLE replication LOGIN REPLICATION PASSWORD :'password';
SELECT pg_create_physical_replication_slot('replica');
SQL
echo 'host replication replication all scram-sha-256' >>"$PGDATA/pg_hba.conf"
