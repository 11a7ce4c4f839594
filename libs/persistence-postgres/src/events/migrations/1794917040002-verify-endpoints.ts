import type { MigrationInterface, QueryRunner } from 'typeorm';
import { matchPending } from './match-pending.ts';
import { RETAIL_PAST } from './retail-past.ts';
import { ON_DEMAND, ROTATION } from './send-on-demand.ts';
import { ENDPOINT_FUNCTIONS } from './1794790000000-open-alerts-to-account-area.ts';

/**
 * From here on endpoints get events only once they have answered a test. Those that have accepted a delivery before
 * count as verified, and secrets that still sign go on doing so: in one transaction with the functions that ask for it.
 */
export class VerifyEndpoints1794917040002 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(BACKFILL);
    await queryRunner.query(ROTATION);
    await queryRunner.query(ON_DEMAND);
    await queryRunner.query(RETAIL_PAST);
    await queryRunner.query(matchPending({ onlyVerified: true }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(matchPending({ onlyVerified: false }));
    await queryRunner.query(ENDPOINT_FUNCTIONS);
    await queryRunner.query(`
DROP FUNCTION events.replay, events.send_test, events.rotate_secret, events.grant_sends, events.host_of`);
  }
}

// By the index of an account's deliveries, newest first: a log of millions is not read as a whole.
const newestAttempt = (where: string): string => `
(SELECT a.started_at FROM events.delivery d JOIN events.attempt a ON a.delivery_id = d.id
 WHERE d.account_id = p.account_id AND d.endpoint_id = p.id AND (${where})
 ORDER BY d.id DESC, a.id DESC LIMIT 1)`;

const BACKFILL = `
UPDATE events.endpoint p SET verified_at = ${newestAttempt('a.status BETWEEN 200 AND 299')}
WHERE p.verified_at IS NULL;
UPDATE events.endpoint p SET last_failed_at = ${newestAttempt('a.status IS NULL OR a.status NOT BETWEEN 200 AND 299')}
WHERE p.failing_since IS NOT NULL AND p.last_failed_at IS NULL;
INSERT INTO events.previous_secret (endpoint_id, secret, private_key, signs_until)
SELECT id, previous_secret, previous_private_key, previous_until FROM events.endpoint
WHERE previous_until > now() AND previous_secret IS NOT NULL
ON CONFLICT DO NOTHING`;
