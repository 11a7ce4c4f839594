# syntax=docker/dockerfile:1
# PostgreSQL with Patroni and pgBackRest, and the etcd and HAProxy beside it: one image, three commands. Patroni and pgBackRest
# come from PostgreSQL's own repository, which the base image names. Patroni before 3.0.3 loses commits: a leader that was
# cut off and comes back overwrites the lock of the one that took over (npm run drill -- failover --faults network).
FROM postgres:18-bookworm
RUN apt-get update \
    && apt-get install --yes --no-install-recommends patroni python3-etcd python3-idna etcd-server haproxy pgbackrest \
    && dpkg --compare-versions "$(dpkg-query --show --showformat '${Version}' patroni)" ge 3.0.3 \
    && rm -rf /var/lib/apt/lists/* \
    && mkdir --parents /var/lib/etcd-data /var/lib/pgbackrest \
    && chown postgres:postgres /var/lib/etcd-data /var/lib/pgbackrest
COPY patroni.yaml haproxy.cfg run-patroni.sh back-up.sh restore-to.sh create-owner.sh /etc/brickmarket/
COPY pgbackrest.conf /etc/pgbackrest.conf
USER postgres
# The postgres image starts a server of its own; here Patroni starts it.
ENTRYPOINT []
CMD ["/etc/brickmarket/run-patroni.sh"]
