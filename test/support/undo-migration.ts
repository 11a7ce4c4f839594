/** Takes a migration back, to be run again. It changes a table that every admission reads. */
export const UNDO_LARGE_CHANGES = `
DROP TABLE catalog.large_change;
ALTER TABLE ops.data_kind DROP known_version, DROP known_since;
DELETE FROM schema_migration WHERE name = 'RecordLargeChanges1795100000000'`;
