#!/bin/sh
# Runs beside a node of the database: while it leads, a full backup on Sundays and one of what has changed on other days.
# What a node writes is archived by the node itself, whoever leads.
set -eu
PGPASSWORD=$(cat /run/secrets/superuser-password)
export PGHOST=127.0.0.1 PGPASSWORD
done_on=
while sleep 60; do
  today=$(date -u +%F)
  [ "$done_on" != "$today" ] || continue
  leads=$(psql --no-psqlrc --tuples-only --no-align --username postgres --command 'SELECT NOT pg_is_in_recovery()' || true)
  [ "$leads" = t ] || continue
  kind=diff
  [ "$(date -u +%u)" != 7 ] || kind=full
  if pgbackrest --stanza=brickmarket stanza-create && pgbackrest --stanza=brickmarket --type=$kind backup; then
    done_on=$today
  else
    echo "the backup of $today has failed; it is tried again in an hour" >&2
    sleep 3600
  fi
done
