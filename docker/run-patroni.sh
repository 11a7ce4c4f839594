#!/bin/sh
# Runs Patroni with passwords from secrets, and with as much shared memory as the machine has for it.
set -eu
PATRONI_SUPERUSER_PASSWORD=$(cat /run/secrets/superuser-password)
PATRONI_REPLICATION_PASSWORD=$(cat /run/secrets/replication-password)
export PATRONI_SUPERUSER_PASSWORD PATRONI_REPLICATION_PASSWORD
sed "s/shared_buffers: .*/shared_buffers: ${SHARED_BUFFERS:-256MB}/" /etc/brickmarket/patroni.yaml >/tmp/patroni.yaml
exec patroni /tmp/patroni.yaml
