import type { Pool } from 'pg';

/** Lets writes to a table fail as PostgreSQL fails on a full disk. Dropping `public.disk_is_full` ends it. */
export async function fillDiskFor(db: Pool, table: string): Promise<void> {
  await db.query(`
    CREATE FUNCTION public.disk_is_full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'could not extend file "base/1/2": No space left on device' USING ERRCODE = '53100';
    END $$;
    CREATE TRIGGER disk_is_full BEFORE INSERT OR UPDATE ON ${table} EXECUTE FUNCTION public.disk_is_full()`);
}
