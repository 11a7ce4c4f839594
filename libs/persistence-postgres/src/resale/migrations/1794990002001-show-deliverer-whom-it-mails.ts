import type { MigrationInterface, QueryRunner } from 'typeorm';

const OF_ACCOUNTS = ['portfolio.holding', 'portfolio.selling_fees'];
const OWN = `account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer`;

/**
 * Shows the role that delivers the copies and fees of the account that a statement names, and of no account for which
 * no mail waits: the role cannot make deliveries. Before it saw those of all accounts.
 */
export class ShowDelivererWhomItMails1794990002001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await this.#replacePolicies(
      queryRunner,
      `${OWN} AND account_id IN (
        SELECT d.account_id FROM events.delivery d WHERE d.${OWN} AND d.endpoint_id IS NULL AND d.state = 'pending'
      )`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await this.#replacePolicies(queryRunner, 'true');
  }

  async #replacePolicies(queryRunner: QueryRunner, condition: string): Promise<void> {
    for (const table of OF_ACCOUNTS)
      await queryRunner.query(`ALTER POLICY to_deliver ON ${table} USING (${condition})`);
  }
}
