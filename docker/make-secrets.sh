#!/bin/sh
# Makes the passwords of the database and the addresses with them, once, in docker/secrets, which compose.yaml gives to
# each process: docker/make-secrets.sh. What exists is kept. The folder belongs to whoever runs it, and to nobody else;
# the files in it can be read in containers, which run as other users.
set -eu
folder=$(cd "$(dirname "$0")" && pwd)/secrets
umask 022
mkdir -p "$folder"
chmod 700 "$folder"

# Letters and digits: they mean the same in an address, in YAML and in a shell.
password() {
  [ -s "$folder/$1" ] || LC_ALL=C tr -dc 'A-Za-z0-9' </dev/urandom | head -c 40 >"$folder/$1"
  cat "$folder/$1"
}
# The service `database` is PostgreSQL itself, or the proxy in front of three of them. It is believed with a certificate of
# this deployment's own authority alone.
proof='sslmode=verify-full&sslrootcert=/run/secrets/cluster-authority'
address() {
  [ -s "$folder/$1" ] ||
    printf 'postgres://%s:%s@database:%s/brickmarket?%s\n' "$2" "$(password "$3")" "$4" "$proof" >"$folder/$1"
}
command -v openssl >/dev/null || { echo 'install openssl: certificates are made with it' >&2 && exit 1; }

password superuser-password >/dev/null
password replication-password >/dev/null
password patroni-password >/dev/null
password grafana-password >/dev/null
address owner-url brickmarket owner-password 5432
address api-url brickmarket_api api-password 5432
address api-replica-url brickmarket_api api-password 5433
address account-url brickmarket_account account-password 5432
address deliver-url brickmarket_deliver deliver-password 5432
"$(dirname "$0")/make-certificates.sh" "$folder"
echo "secrets are in $folder; keep a copy of them beside your backups"
