import { type BrickfolioOverview, type BrickfolioRecord, Brickfolios, type EntryPage, type EntryPageRequest, type HeldRecord } from '@brickmarket/persistence-ports';
import { readAsAccount } from '../database/account-reads.ts';
import type { Database } from '../database/database.ts';
import { readEntryPage } from './entry-page.ts';
import { readHeld } from './held-columns.ts';

interface BrickfolioRow {
  id: number;
  name: string;
  description: string | null;
  is_default: boolean;
  created_at: Date;
}

const LIST_BRICKFOLIOS = `
SELECT id, name, description, is_default, created_at FROM portfolio.brickfolio WHERE account_id = $1 ORDER BY is_default DESC, id`;

/** Brickfolios in PostgreSQL: every read is of one account, in a transaction that sees no other. */
export class TypeormBrickfolios extends Brickfolios {
  constructor(private readonly database: Database) {
    super();
  }

  async readOverview(accountId: number): Promise<BrickfolioOverview> {
    return readAsAccount(this.database, accountId, async (statement) => {
      const rows = await statement<BrickfolioRow>('list_brickfolios', LIST_BRICKFOLIOS, [accountId]);
      return { brickfolios: rows.map(brickfolioRecord), holdings: await readHeld(statement, accountId) };
    });
  }

  async listHeld(accountId: number): Promise<readonly HeldRecord[]> {
    return readAsAccount(this.database, accountId, (statement) => readHeld(statement, accountId));
  }

  async findEntryPage(accountId: number, page: EntryPageRequest): Promise<EntryPage | null> {
    return readAsAccount(this.database, accountId, (statement) => readEntryPage(statement, accountId, page));
  }
}

function brickfolioRecord(row: BrickfolioRow): BrickfolioRecord {
  return { id: row.id, name: row.name, description: row.description, isDefault: row.is_default, createdAt: row.created_at };
}
