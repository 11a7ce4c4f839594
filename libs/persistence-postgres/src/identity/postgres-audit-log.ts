import { type AuditEvent, AuditLog, type NewAuditEvent } from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';
import type { AuditEventEntity } from './identity-entities.ts';

/** The role may insert and read; a trigger rejects changes. */
export class PostgresAuditLog extends AuditLog {
  constructor(private readonly database: Database) {
    super();
  }

  async add(event: NewAuditEvent): Promise<void> {
    const repositories = await this.database.repositories();
    await repositories.asAccount(event.accountId, ({ auditEvents }) => auditEvents.insert(event));
  }

  async list(
    accountId: number,
    { before, limit }: { readonly before: number | null; readonly limit: number },
  ): Promise<readonly AuditEvent[]> {
    const repositories = await this.database.repositories();
    const found = await repositories.asAccount(accountId, ({ auditEvents }) =>
      auditEvents
        .createQueryBuilder('event')
        .where('event.accountId = :accountId', { accountId })
        .andWhere(before === null ? 'true' : 'event.id < :before', { before })
        .orderBy('event.id', 'DESC')
        .limit(limit)
        .getMany(),
    );
    return found.map(eventOf);
  }
}

function eventOf({ id, at, kind, summary, address, device }: AuditEventEntity): AuditEvent {
  return { id, at, kind, summary, address, device };
}
