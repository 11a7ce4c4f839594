#!/bin/sh
# Takes a node that is stopped back to a moment: restore-to.sh '2026-11-17 12:00:00+00'. PostgreSQL recovers without Patroni,
# which would delete the settings that pgBackRest has written: where the log is, and the moment. Then etcd forgets the cluster,
# so that this node leads when it is started next.
# It can be repeated, also with a later moment. Until then nothing is lost: the other nodes are as they were.
set -eu
moment=${1:?"name the moment to go back to: restore-to.sh '2026-11-17 12:00:00+00'"}
node=$PATRONI_POSTGRESQL_DATA_DIR
PATH=$PATRONI_POSTGRESQL_BIN_DIR:$PATH
export LC_ALL=C

recover() {
  # Nobody reaches it meanwhile, and no commit waits for a replica.
  alone="-c listen_addresses=127.0.0.1 -c ssl=off -c synchronous_standby_names=''"
  pg_ctl --pgdata "$node" --silent --wait --timeout=86400 --options="$alone" --log="$log" start || return 1
  until pg_controldata "$node" | grep --quiet 'cluster state: *in production'; do
    pg_ctl --pgdata "$node" status >/dev/null || return 1
    sleep 1
  done
}

# A restore or a failover begins a timeline. A moment belongs to the newest one that had begun by then: a restore leaves the
# writes that it takes back on the timeline before. A timeline begins some seconds before its history is archived, so a
# timeline that ends before the moment is followed by the next one.
pgbackrest --stanza=brickmarket --output=json --recurse --filter='\.history$' repo-ls archive/brickmarket >"$node.timelines"
timelines=$(python3 - "$moment" "$node.timelines" <<'END'
import json, os, sys
from datetime import datetime
moment = datetime.fromisoformat(sys.argv[1]).timestamp()
begun = {1: 0}
for path, file in json.load(open(sys.argv[2])).items():
    if file['type'] == 'file':
        begun[int(os.path.basename(path).split('.')[0], 16)] = file['time']
first = max(timeline for timeline, time in begun.items() if time <= moment)
print(*(timeline for timeline in sorted(begun) if timeline >= first))
END
)
rm "$node.timelines"

log=$node.log
for timeline in $timelines; do
  rm -f "$log"
  pgbackrest --stanza=brickmarket --delta --type=time --target="$moment" --target-action=promote --target-timeline="$timeline" restore
  recover && break
  cat "$log" >&2
  echo "timeline $timeline does not lead to $moment" >&2
  pg_ctl --pgdata "$node" --silent --mode=immediate stop 2>/dev/null || true
  timeline=
done
[ -n "${timeline:-}" ] || {
  echo "$moment was not reached: it is after the last change, or changes are not kept from so long ago." >&2
  echo "'pgbackrest --stanza=brickmarket info' shows the backups. The node does not start until a restore has succeeded." >&2
  exit 1
}
# Seconds before the moment, on a service that writes all the time.
echo "restored to $moment on timeline $timeline; $(grep --only-matching 'last completed transaction was at .*' "$log" || echo 'nothing was written since the backup')"
rm "$log"
pg_ctl --pgdata "$node" --silent --wait --timeout=3600 --mode=fast stop
# It asks for both of these, and for a third one while a node still leads.
printf 'brickmarket\nYes I am aware\n' | patronictl --config-file "$(dirname "$0")/patroni.yaml" remove brickmarket
