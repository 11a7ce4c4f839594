import {
  type BrickfolioOverview,
  type BrickfolioRecord,
  Brickfolios,
  type EntryPage,
  type EntryPageRequest,
  type UnsoldHolding,
} from '@brickmarket/persistence-ports';
import { readAsAccount } from '../database/account-reads.ts';
import type { Database } from '../database/database.ts';
import { readEntryPage } from './entry-page.ts';
import { addHeldList } from './held-list.ts';

interface BrickfolioRow {
  id: number;
  name: string;
  description: string | null;
  is_default: boolean;
  created_at: Date;
  held: string;
}

const LIST_BRICKFOLIOS = `
SELECT id, name, description, is_default, created_at, held FROM portfolio.brickfolio WHERE account_id = $1 ORDER BY is_default DESC, id`;

/** Brickfolios in PostgreSQL: every read is of one account, in a transaction that sees no other. */
export class PostgresBrickfolios extends Brickfolios {
  constructor(private readonly database: Database) {
    super();
  }

  async readOverview(accountId: number): Promise<BrickfolioOverview> {
    const rows = await readAsAccount(this.database, accountId, (statement) =>
      statement<BrickfolioRow>('list_brickfolios', LIST_BRICKFOLIOS, [accountId]),
    );
    const holdings: UnsoldHolding[] = [];
    for (const row of rows) addHeldList(holdings, row.id, row.held);
    return { brickfolios: rows.map(brickfolioRecord), holdings };
  }

  async findEntryPage(accountId: number, page: EntryPageRequest): Promise<EntryPage | null> {
    return readAsAccount(this.database, accountId, (statement) => readEntryPage(statement, accountId, page));
  }
}

function brickfolioRecord(row: BrickfolioRow): BrickfolioRecord {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    isDefault: row.is_default,
    createdAt: row.created_at,
  };
}
