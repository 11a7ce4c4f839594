import { Client } from 'pg';
import { repairBooks } from './repair-books.ts';

/** Rule of portfolios and quotas: a sentence and the query for violations. */
interface BookRule {
  readonly fault: string;
  readonly find: string;
}

const LINKED = `
FROM portfolio.sale_lot l JOIN portfolio.holding h ON h.id = l.holding_id JOIN portfolio.sale p ON p.id = l.sale_id`;

const RULES: readonly BookRule[] = [
  {
    fault: 'a sale and its copies differ in cost or number',
    find: `
SELECT p.account_id AS "accountId", p.id ${LINKED} GROUP BY p.id
HAVING p.quantity <> sum(h.quantity) OR p.cost_basis_cents IS DISTINCT FROM
  CASE WHEN count(h.purchase_price_cents) = count(*) THEN sum(h.quantity::bigint * h.purchase_price_cents) END`,
  },
  {
    fault: 'copies that a sale took are not sold',
    find: `SELECT h.account_id AS "accountId", h.id ${LINKED} WHERE h.status <> 'sold'`,
  },
  {
    fault: 'copies that a sale took are of another set, condition or account',
    find: `
SELECT h.account_id AS "accountId", h.id ${LINKED}
WHERE h.set_id <> p.set_id OR h.account_id <> p.account_id OR l.account_id <> p.account_id
  OR h.condition <> (SELECT min(o.condition) FROM portfolio.sale_lot ol JOIN portfolio.holding o ON o.id = ol.holding_id
                     WHERE ol.sale_id = p.id)`,
  },
  {
    fault: 'copies were sold before they were bought',
    find: `SELECT h.account_id AS "accountId", h.id ${LINKED} WHERE h.purchase_date > p.sale_date`,
  },
  {
    fault: 'an account has not exactly one default brickfolio',
    find: `
SELECT a.id AS "accountId", a.id FROM access.account a
WHERE (SELECT count(*) FROM portfolio.brickfolio f WHERE f.account_id = a.id AND f.is_default) <> 1`,
  },
  {
    fault: 'a holding is missing in the totals of its brickfolio, or counted twice',
    find: `
SELECT f.account_id AS "accountId", f.id FROM portfolio.brickfolio f
WHERE (SELECT count(*) FROM portfolio.holding h WHERE h.account_id = f.account_id AND h.brickfolio_id = f.id)
  <> (SELECT coalesce(sum(b.holding_count), 0) FROM portfolio.holding_block b
      WHERE b.account_id = f.account_id AND b.brickfolio_id = f.id)`,
  },
  {
    fault: 'a key was charged more than its allowance of a day',
    find: `
SELECT DISTINCT k.account_id AS "accountId", k.id FROM access.key_usage u JOIN access.api_key k ON k.id = u.key_id
WHERE u.used > u.day_limit`,
  },
];

export interface BookFault {
  readonly fault: string;
  readonly rows: readonly { readonly accountId: number; readonly id: number }[];
}

/** One statement per rule, as the owner; `repairs` fixes what it can first. */
export async function checkBooks(ownerUrl: string, { repairs }: { repairs: boolean }): Promise<readonly BookFault[]> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'brickmarket db check' });
  await client.connect();
  try {
    if (repairs) {
      await client.query('BEGIN');
      await repairBooks((text) => client.query(text));
      await client.query('COMMIT');
    }
    const faults: BookFault[] = [];
    for (const { fault, find } of RULES) {
      const { rows } = await client.query<BookFault['rows'][number]>(`${find} ORDER BY 1, 2`);
      if (rows.length > 0) faults.push({ fault, rows });
    }
    return faults;
  } finally {
    await client.end();
  }
}
