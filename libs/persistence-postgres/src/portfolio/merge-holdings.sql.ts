const CONTENT = 'set_id, quantity, condition, purchase_price_cents, purchase_date, status, notes';

export const STAGED_HOLDING = `staged_holding (
  brickfolio text, set_id integer, set_number text, quantity integer, condition text,
  purchase_price_cents integer, purchase_date date, status text, notes text
)`;

export const MAKE_BRICKFOLIOS = `
INSERT INTO portfolio.brickfolio (account_id, name)
SELECT $1, named.brickfolio FROM (SELECT DISTINCT brickfolio FROM staged_holding WHERE brickfolio IS NOT NULL) named
ORDER BY named.brickfolio
ON CONFLICT (account_id, name) DO NOTHING RETURNING name`;

/** The rows to come and the rows there, each with its content as one text and its number among those of equal content. */
export const compareHoldings = (accountId: number): string => `
CREATE TEMPORARY TABLE coming_holding ON COMMIT DROP AS
SELECT f.id AS brickfolio_id, s.set_number, ${CONTENT}, ROW(${CONTENT})::text AS content,
       row_number() OVER (PARTITION BY f.id, ROW(${CONTENT})::text) AS copy
FROM staged_holding s
JOIN portfolio.brickfolio f ON f.account_id = ${accountId} AND CASE WHEN s.brickfolio IS NULL THEN f.is_default ELSE f.name = s.brickfolio END;
CREATE TEMPORARY TABLE present_holding ON COMMIT DROP AS
SELECT id, brickfolio_id, ROW(${CONTENT})::text AS content,
       row_number() OVER (PARTITION BY brickfolio_id, ROW(${CONTENT})::text ORDER BY id) AS copy
FROM portfolio.holding WHERE account_id = ${accountId};
ANALYZE coming_holding, present_holding`;

export const INSERT_HOLDINGS = `
INSERT INTO portfolio.holding (account_id, brickfolio_id, set_number, ${CONTENT})
SELECT $1, brickfolio_id, set_number, ${CONTENT} FROM coming_holding c
WHERE NOT EXISTS (SELECT FROM present_holding p WHERE p.brickfolio_id = c.brickfolio_id AND p.content = c.content AND p.copy = c.copy)
ORDER BY brickfolio_id, set_number COLLATE "C", copy`;

export const REMOVE_HOLDINGS = `
DELETE FROM portfolio.holding WHERE account_id = $1 AND id IN (
  SELECT p.id FROM present_holding p
  WHERE p.brickfolio_id IN (SELECT brickfolio_id FROM coming_holding)
    AND NOT EXISTS (SELECT FROM coming_holding c WHERE c.brickfolio_id = p.brickfolio_id AND c.content = p.content AND c.copy = p.copy)
)`;
