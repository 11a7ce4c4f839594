import { AccountBook, Brickfolios, SalesLedger } from '@brickmarket/persistence-ports';
import { bind, type Feature } from '../feature.ts';
import { CreatePortfolio1794700830001 } from './migrations/1794700830001-create-portfolio.ts';
import { SummarizeHoldingsInBlocks1794730000001 } from './migrations/1794730000001-summarize-holdings-in-blocks.ts';
import { DropWholeSummaries1794780000003 } from './migrations/1794780000003-drop-whole-summaries.ts';
import { LetOwnersEditTheirBook1794781000001 } from './migrations/1794781000001-let-owners-edit-their-book.ts';
import { CountChangesOfBooks1794800000001 } from './migrations/1794800000001-count-changes-of-books.ts';
import { KeepBooksByOneRule1794917160000 } from './migrations/1794917160000-keep-books-by-one-rule.ts';
import { DescribePurchases1794990002002 } from './migrations/1794990002002-describe-purchases.ts';
import { PostgresAccountBook } from './postgres-account-book.ts';
import { PostgresBrickfolios } from './postgres-brickfolios.ts';
import { PostgresSalesLedger } from './postgres-sales-ledger.ts';

export const PORTFOLIO: Feature = {
  ports: [
    bind(AccountBook, PostgresAccountBook),
    bind(Brickfolios, PostgresBrickfolios),
    bind(SalesLedger, PostgresSalesLedger),
  ],
  migrations: [
    CreatePortfolio1794700830001,
    SummarizeHoldingsInBlocks1794730000001,
    DropWholeSummaries1794780000003,
    LetOwnersEditTheirBook1794781000001,
    CountChangesOfBooks1794800000001,
    KeepBooksByOneRule1794917160000,
    DescribePurchases1794990002002,
  ],
};
