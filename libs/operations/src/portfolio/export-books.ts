import { collectionCsv, csvText, salesLedgerCsv } from '@brickmarket/feeds';
import type { AccountStore, HoldingStore, SaleStore } from '@brickmarket/persistence-ports';
import { getAccount } from '../access/get-account.ts';

/** An account's holdings as CSV in the project's own format, in pieces; imported again, they change nothing. */
export async function* exportBrickfolio(
  stores: { readonly accounts: AccountStore; readonly holdings: HoldingStore },
  email: string,
): AsyncGenerator<string> {
  const account = await getAccount(stores.accounts, email);
  yield* csvText(collectionCsv, await stores.holdings.listAll(account.id));
}

/** An account's sales as CSV in the project's own format, in pieces; imported again, they change nothing. */
export async function* exportSalesLedger(
  stores: { readonly accounts: AccountStore; readonly sales: SaleStore },
  email: string,
): AsyncGenerator<string> {
  const account = await getAccount(stores.accounts, email);
  yield* csvText(salesLedgerCsv, await stores.sales.listAll(account.id));
}
