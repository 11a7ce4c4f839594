import { AccountBook, BookRetention, Brickfolios, SalesLedger } from '@brickmarket/persistence-ports';
import { bind, type Feature } from '../feature.ts';
import { KeepEditsForATime1795300000000 } from './migrations/1795300000000-keep-edits-for-a-time.ts';
import { PostgresAccountBook } from './postgres-account-book.ts';
import { PostgresBookRetention } from './postgres-book-retention.ts';
import { PostgresBrickfolios } from './postgres-brickfolios.ts';
import { PostgresSalesLedger } from './postgres-sales-ledger.ts';

export const PORTFOLIO: Feature = {
  ports: [
    bind(AccountBook, PostgresAccountBook),
    bind(BookRetention, PostgresBookRetention),
    bind(Brickfolios, PostgresBrickfolios),
    bind(SalesLedger, PostgresSalesLedger),
  ],
  migrations: [KeepEditsForATime1795300000000],
};
