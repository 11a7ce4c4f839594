#!/bin/sh
# Takes a node that is stopped back to a moment: restore-to.sh '2026-11-17 12:00:00+00'. PostgreSQL recovers without Patroni,
# which would delete the settings that pgBackRest has written: where the log is, and the moment. Then etcd forgets the cluster,
# so that this node leads when it is started next. Until then nothing is lost: the other nodes are as they were.
set -eu
moment=${1:?"name the moment to go back to: restore-to.sh '2026-11-17 12:00:00+00'"}
node=$PATRONI_POSTGRESQL_DATA_DIR
PATH=$PATRONI_POSTGRESQL_BIN_DIR:$PATH
export LC_ALL=C

recover() {
  # Nobody reaches it meanwhile, and no commit waits for a replica.
  alone="-c listen_addresses=127.0.0.1 -c ssl=off -c synchronous_standby_names=''"
  pg_ctl --pgdata "$node" --silent --wait --timeout=86400 --options="$alone" start || return 1
  until pg_controldata "$node" | grep --quiet 'cluster state: *in production'; do
    pg_ctl --pgdata "$node" status >/dev/null || return 1
    sleep 1
  done
}

pgbackrest --stanza=brickmarket --delta --type=time --target="$moment" --target-action=promote restore
recover || {
  echo "$moment was not reached. Is it after the last change? 'pgbackrest --stanza=brickmarket info' says from when on changes are kept." >&2
  exit 1
}
pg_ctl --pgdata "$node" --silent --wait --timeout=3600 --mode=fast stop
# It asks for both of these, and for a third one while a node still leads.
printf 'brickmarket\nYes I am aware\n' | patronictl --config-file "$(dirname "$0")/patroni.yaml" remove brickmarket
