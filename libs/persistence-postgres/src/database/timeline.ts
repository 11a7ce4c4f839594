/** Timeline from the WAL file name, on the primary only. Restores and failovers start a new one. */
export const TIMELINE = "(SELECT ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer)";
