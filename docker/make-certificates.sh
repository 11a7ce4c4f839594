#!/bin/sh
# Makes an authority of this deployment and one certificate signed by it, for everything that its database nodes say to
# each other: make-certificates.sh FOLDER [NAME...]. What exists is kept. The authority's own key is deleted: to make
# certificates anew, delete the three files and restart every node. Machines that have other names than the containers of
# compose.scale.yaml are named besides, as DNS:db-1.example or IP:10.0.0.1.
set -eu
folder=$1
[ -s "$folder/cluster-certificate" ] && exit 0
names=DNS:localhost,IP:127.0.0.1,DNS:database,DNS:postgres,DNS:postgres-2,DNS:postgres-3,DNS:etcd-1,DNS:etcd-2,DNS:etcd-3
shift
for name in "$@"; do names=$names,$name; done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
key='-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'
# shellcheck disable=SC2086
openssl req -x509 $key -keyout "$work/authority-key" -out "$work/authority" -days 3650 \
  -subj '/CN=brickmarket authority' -addext 'basicConstraints=critical,CA:TRUE' \
  -addext 'keyUsage=critical,keyCertSign,cRLSign' 2>/dev/null
# shellcheck disable=SC2086
openssl req -new $key -keyout "$work/key" -out "$work/request" -subj '/CN=brickmarket node' 2>/dev/null
# What RFC 5280 wants to be said, and Python, with which Patroni runs, insists on since 3.13.
{
  printf 'subjectAltName=%s\nextendedKeyUsage=serverAuth,clientAuth\n' "$names"
  printf 'keyUsage=critical,digitalSignature\nsubjectKeyIdentifier=hash\nauthorityKeyIdentifier=keyid\n'
} >"$work/extensions"
openssl x509 -req -in "$work/request" -CA "$work/authority" -CAkey "$work/authority-key" -CAcreateserial \
  -days 3650 -extfile "$work/extensions" -out "$work/certificate" 2>/dev/null
cp "$work/authority" "$folder/cluster-authority"
cp "$work/key" "$folder/cluster-key"
# Last: it says that all three are there. Containers run as other users.
cp "$work/certificate" "$folder/cluster-certificate"
chmod 644 "$folder/cluster-authority" "$folder/cluster-key" "$folder/cluster-certificate"
