import type { OwnFees, SellingPlatform } from '@brickmarket/domain';
import { SellingFees, type ValuedListing, ValuedListings } from '@brickmarket/persistence-ports';
import { type Database, readAsAccount } from '../database/database.ts';
import { readInPortions } from '../database/large-results.ts';
import { LISTING_COLUMNS, LISTING_PRICES, type ListingRow, retailListing } from '../retail/postgres-retail-prices.ts';
import { currentValue, currentValueJson, type CurrentValueRow } from '../values/postgres-values.ts';

const LIST_LISTINGS = `
SELECT s.id AS set_id, s.theme, ${currentValueJson('s.id', 'sealed')} AS sealed_value, ${LISTING_COLUMNS}
FROM retail.listing l
JOIN catalog.lego_set s ON s.id = l.set_id
${LISTING_PRICES}
ORDER BY s.set_number`;

export class PostgresValuedListings extends ValuedListings {
  constructor(private readonly database: Database) {
    super();
  }

  async list(): Promise<readonly ValuedListing[]> {
    const listings: ValuedListing[] = [];
    const portions = readInPortions<
      ListingRow & { set_id: number; theme: string; sealed_value: CurrentValueRow | null }
    >(this.database, LIST_LISTINGS);
    for await (const rows of portions)
      for (const row of rows)
        listings.push({
          ...retailListing(row),
          setId: row.set_id,
          theme: row.theme,
          sealed: currentValue(row.sealed_value),
        });
    return listings;
  }
}

const LIST_FEES = `
SELECT platform, is_used AS "isUsed", commission_basis_points AS "commissionBasisPoints",
  commission_fixed_cents AS "commissionFixedCents", payment_basis_points AS "paymentBasisPoints",
  payment_fixed_cents AS "paymentFixedCents", shipping_cents AS "shippingCents"
FROM portfolio.selling_fees WHERE account_id = $1 ORDER BY platform`;

const SAVE_FEES = `
INSERT INTO portfolio.selling_fees (
  account_id, platform, is_used, commission_basis_points, commission_fixed_cents, payment_basis_points,
  payment_fixed_cents, shipping_cents
) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT (account_id, platform) DO UPDATE SET
  is_used = excluded.is_used, commission_basis_points = excluded.commission_basis_points,
  commission_fixed_cents = excluded.commission_fixed_cents, payment_basis_points = excluded.payment_basis_points,
  payment_fixed_cents = excluded.payment_fixed_cents, shipping_cents = excluded.shipping_cents`;

const REMOVE_FEES = 'DELETE FROM portfolio.selling_fees WHERE account_id = $1 AND platform = $2 RETURNING platform';

export class PostgresSellingFees extends SellingFees {
  constructor(private readonly database: Database) {
    super();
  }

  list(accountId: number): Promise<readonly OwnFees[]> {
    return readAsAccount<OwnFees>(this.database, accountId, 'list_selling_fees', LIST_FEES);
  }

  async save(accountId: number, fees: OwnFees): Promise<void> {
    await this.database.asAccount(accountId, (query) =>
      query(SAVE_FEES, [
        accountId,
        fees.platform,
        fees.isUsed,
        fees.commissionBasisPoints,
        fees.commissionFixedCents,
        fees.paymentBasisPoints,
        fees.paymentFixedCents,
        fees.shippingCents,
      ]),
    );
  }

  remove(accountId: number, platform: SellingPlatform): Promise<boolean> {
    return this.database.asAccount(accountId, async (query) => {
      const removed = await query<{ platform: string }>(REMOVE_FEES, [accountId, platform]);
      return removed.length > 0;
    });
  }
}
