#!/bin/sh
# Copies the primary once, then follows it.
set -eu
export PGPASSWORD="$REPLICATION_PASSWORD"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  pg_basebackup --host "$PRIMARY_HOST" --username replication --pgdata "$PGDATA" --slot replica --wal-method stream --write-recovery-conf --checkpoint fast
  chmod 700 "$PGDATA"
fi
exec postgres
