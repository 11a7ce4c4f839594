const CONTENT =
  'set_id, platform, sale_date, quantity, gross_cents, platform_fees_cents, payment_fees_cents, shipping_cents, cost_basis_cents, notes';

export const STAGED_SALE = `staged_sale (
  set_id integer, platform text, sale_date date, quantity integer, gross_cents integer, platform_fees_cents integer,
  payment_fees_cents integer, shipping_cents integer, cost_basis_cents integer, notes text
)`;

/** Each row of equal content has a number among them: the second of two in a file is the second of two in the ledger. */
export const INSERT_SALES = `
WITH coming AS (
  SELECT ${CONTENT}, ROW(${CONTENT})::text AS content, row_number() OVER (PARTITION BY ROW(${CONTENT})::text) AS copy FROM staged_sale
), present AS (
  SELECT ROW(${CONTENT})::text AS content, row_number() OVER (PARTITION BY ROW(${CONTENT})::text) AS copy
  FROM portfolio.sale WHERE account_id = $1
)
INSERT INTO portfolio.sale (account_id, ${CONTENT})
SELECT $1, ${CONTENT} FROM coming c
WHERE NOT EXISTS (SELECT FROM present p WHERE p.content = c.content AND p.copy = c.copy)
ORDER BY sale_date, copy`;
