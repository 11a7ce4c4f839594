#!/bin/sh
# Puts units, settings and folders in place, below ROOT if given, and creates the user. Settings that exist are kept.
# Run as root: docker/systemd/install.sh [ROOT]
set -eu
cd "$(dirname "$0")"
root=${1:-}
install -d -m 755 "$root/etc/systemd/system/brickmarket-.service.d" "$root/etc/systemd/journald.conf.d"
install -m 644 brickmarket-*.service "$root/etc/systemd/system/"
install -m 644 brickmarket-.service.d/common.conf "$root/etc/systemd/system/brickmarket-.service.d/"
install -m 644 journald.conf "$root/etc/systemd/journald.conf.d/brickmarket.conf"
install -d -m 700 "$root/etc/brickmarket"
[ -e "$root/etc/brickmarket/brickmarket.env" ] || install -m 600 brickmarket.env "$root/etc/brickmarket/"
install -d -m 750 "$root/var/lib/brickmarket" "$root/var/lib/brickmarket/import" "$root/var/lib/brickmarket/snapshots"
if [ -z "$root" ]; then
  id brickmarket >/dev/null 2>&1 || useradd --system --home-dir /var/lib/brickmarket brickmarket
  chown -R brickmarket:brickmarket /var/lib/brickmarket
  systemctl daemon-reload
fi
