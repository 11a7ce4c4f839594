import type { MigrationInterface, QueryRunner } from 'typeorm';
import { matchPending } from './match-pending.ts';
import { RETAIL_CHANGES } from './retail-changes.ts';
import { RETAIL_PAST } from './retail-past.ts';

/**
 * The database names no kind of event any more where rules are matched and the past is searched: the caller says which
 * kinds have a limit that must be crossed, and which change makes an event. The functions before stay for processes of
 * the last release.
 */
export class OpenEventKinds1794917220000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(matchPending({ onlyVerified: true, crossingKinds: 'given' }));
    await queryRunner.query(RETAIL_CHANGES);
    await queryRunner.query(LAST_RELEASE);
    await queryRunner.query(GRANTS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(RETAIL_PAST);
    await queryRunner.query(matchPending({ onlyVerified: true }));
    await queryRunner.query(`
DROP FUNCTION events.retail_changes;
DROP FUNCTION events.match_pending(integer, timestamptz, timestamptz, text[], timestamptz[], text[])`);
  }
}

const LAST_RELEASE = `
CREATE OR REPLACE FUNCTION events.match_pending(
  most integer, news_since timestamptz, moment timestamptz, schedules text[], due_times timestamptz[]
) RETURNS TABLE (events integer, alerts integer, deliveries integer)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT m.events, m.alerts, m.deliveries
  FROM events.match_pending(most, news_since, moment, schedules, due_times, ARRAY['price.dropped']) m
$$;
CREATE OR REPLACE FUNCTION events.retail_past(wanted text, sets integer[], since timestamptz)
RETURNS TABLE (set_id integer, retailer retail.retailer, observed_at timestamptz, old_cents integer, new_cents integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT c.set_id, c.retailer, c.observed_at, c.old_cents, c.new_cents
  FROM events.retail_changes(CASE wanted
    WHEN 'price.dropped' THEN 'price_fell'
    WHEN 'price.all_time_low' THEN 'price_lowest_ever'
    WHEN 'seller.third_party_only' THEN 'third_party_took_over'
    WHEN 'stock.returned' THEN 'stock_returned' END, sets, since) c
$$`;

const GRANTS = `
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA events FROM PUBLIC;
GRANT EXECUTE ON FUNCTION events.match_pending(integer, timestamptz, timestamptz, text[], timestamptz[], text[])
  TO brickmarket_deliver;
GRANT EXECUTE ON FUNCTION events.retail_changes TO brickmarket_account`;
