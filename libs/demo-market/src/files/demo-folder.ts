import { join } from 'node:path';
import type { Plan } from '@brickmarket/domain';
import type { AccountProfile, BrickfolioProfile } from '../accounts/account-profile.ts';

/** Where the feeds of a demo market lie in its folder. */
export interface DemoFolder {
  /** The five tables of a catalogue dump. */
  readonly catalog: string;
  readonly setDetails: string;
  readonly sales: string;
  readonly retailPrices: string;
  /** A list of `DemoAccount`, as JSON. */
  readonly accounts: string;
  readonly truth: string;
}

/** An account of the manifest, with the absolute paths of its two files. The first brickfolio is the default. */
export interface DemoAccount {
  readonly email: string;
  readonly displayName: string;
  readonly plan: Plan;
  readonly brickfolios: readonly BrickfolioProfile[];
  readonly holdingsFile: string;
  readonly salesLedgerFile: string;
}

/** The places in a folder, by name. */
export function demoFolder(root: string): DemoFolder {
  return {
    catalog: join(root, 'catalog'),
    setDetails: join(root, 'set-details.csv'),
    sales: join(root, 'sales.csv'),
    retailPrices: join(root, 'retail-prices.csv'),
    accounts: join(root, 'accounts.json'),
    truth: join(root, 'truth.csv'),
  };
}

/** The manifest's entry of an account. */
export function demoAccount(root: string, { email, displayName, plan, brickfolios }: AccountProfile): DemoAccount {
  const folder = join(root, 'accounts', email.split('@')[0]!);
  return {
    email,
    displayName,
    plan,
    brickfolios,
    holdingsFile: join(folder, 'brickfolio.csv'),
    salesLedgerFile: join(folder, 'sales-ledger.csv'),
  };
}
