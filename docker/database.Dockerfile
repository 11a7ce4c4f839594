# syntax=docker/dockerfile:1
# PostgreSQL with Patroni, and the etcd and HAProxy beside it: one image, three commands. The same Debian packages as in
# the failover drill (test/scale).
FROM postgres:18-bookworm
RUN apt-get update \
    && apt-get install --yes --no-install-recommends patroni python3-etcd etcd-server haproxy \
    && rm -rf /var/lib/apt/lists/* \
    && mkdir /var/lib/etcd-data \
    && chown postgres:postgres /var/lib/etcd-data
COPY patroni.yaml haproxy.cfg run-patroni.sh create-owner.sh /etc/brickmarket/
USER postgres
# The postgres image starts a server of its own; here Patroni starts it.
ENTRYPOINT []
CMD ["/etc/brickmarket/run-patroni.sh"]
