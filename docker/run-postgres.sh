#!/bin/sh
# Runs the PostgreSQL of compose.yaml with TLS: run-postgres.sh OPTION... It refuses a key that others can read, and secrets
# can be read by all users of a container.
set -eu
install --mode 600 --owner postgres /run/secrets/cluster-key /tmp/cluster-key
exec docker-entrypoint.sh postgres -c ssl=on -c ssl_cert_file=/run/secrets/cluster-certificate \
  -c ssl_key_file=/tmp/cluster-key -c hba_file=/etc/brickmarket/pg_hba.conf "$@"
