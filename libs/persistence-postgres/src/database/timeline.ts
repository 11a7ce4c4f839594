/**
 * For a statement on the primary: the number of PostgreSQL's timeline, from the name of the file of the write-ahead
 * log. A restore to an earlier moment begins a new one, and so does a failover, in which something may get lost too.
 */
export const TIMELINE = "(SELECT ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer)";
