#!/bin/sh
# Runs Patroni with passwords from secrets, and with as much shared memory as the machine has for it. Whoever only reads
# its interface needs no password: HAProxy asks there who leads. Whoever changes something does, as patronictl has it from
# /tmp/patroni.yaml.
set -eu
PATRONI_SUPERUSER_PASSWORD=$(cat /run/secrets/superuser-password)
PATRONI_REPLICATION_PASSWORD=$(cat /run/secrets/replication-password)
export PATRONI_SUPERUSER_PASSWORD PATRONI_REPLICATION_PASSWORD
umask 077
cp /run/secrets/cluster-key /tmp/cluster-key
sed -e "s/shared_buffers: .*/shared_buffers: ${SHARED_BUFFERS:-256MB}/" \
  -e 's/archive_command: .*/archive_command: pgbackrest --stanza=brickmarket archive-push %p/' \
  /etc/brickmarket/patroni.yaml >/tmp/patroni.yaml
printf '\nrestapi:\n  authentication: { username: patroni, password: %s }\n' "$(cat /run/secrets/patroni-password)" >>/tmp/patroni.yaml
/etc/brickmarket/back-up.sh &
exec patroni /tmp/patroni.yaml
