/** Temporary tables that a catalogue is staged in. */
export const STAGED_CATALOG = [
  'staged_set (set_number text COLLATE "C", title text, theme text, subtheme text, year smallint, pieces integer, image_url text)',
  'staged_minifig (minifig_number text COLLATE "C", name text, category text, color text, year_released smallint, image_url text)',
  'staged_set_minifig (set_number text COLLATE "C", minifig_number text COLLATE "C", quantity integer)',
] as const;

/** Rows that would stay as they are, are not written, here and below. */
export const CHANGE_SETS = `
UPDATE catalog.lego_set s
SET title = n.title, theme = n.theme, subtheme = n.subtheme, year = n.year, pieces = n.pieces, image_url = n.image_url
FROM staged_set n
WHERE n.set_number = s.set_number
  AND (s.title, s.theme, s.subtheme, s.year, s.pieces, s.image_url) IS DISTINCT FROM (n.title, n.theme, n.subtheme, n.year, n.pieces, n.image_url)`;

// By number, so that equal feeds into empty databases give equal ids.
export const INSERT_SETS = `
INSERT INTO catalog.lego_set (set_number, title, theme, subtheme, year, pieces, image_url)
SELECT set_number, title, theme, subtheme, year, pieces, image_url
FROM staged_set n
WHERE NOT EXISTS (SELECT FROM catalog.lego_set s WHERE s.set_number = n.set_number)
ORDER BY set_number`;

export const INSERT_MINIFIGS = `
INSERT INTO catalog.minifig (minifig_number, name, category, color, year_released, image_url)
SELECT n.minifig_number, n.name, coalesce(n.category, first.theme), n.color, coalesce(first.year, n.year_released), n.image_url
FROM staged_minifig n
LEFT JOIN (
  SELECT DISTINCT ON (l.minifig_number) l.minifig_number, s.year, s.theme
  FROM staged_set_minifig l JOIN staged_set s USING (set_number)
  ORDER BY l.minifig_number, s.year, s.set_number
) first ON first.minifig_number = n.minifig_number
WHERE NOT EXISTS (SELECT FROM catalog.minifig m WHERE m.minifig_number = n.minifig_number)
ORDER BY n.minifig_number`;

/** The pairs of both ends as ids, once: three statements need them. */
export const RESOLVE_SET_MINIFIGS = `
CREATE TEMPORARY TABLE resolved_set_minifig ON COMMIT DROP AS
SELECT s.id AS set_id, m.id AS minifig_id, n.quantity
FROM staged_set_minifig n
JOIN catalog.lego_set s ON s.set_number = n.set_number
JOIN catalog.minifig m ON m.minifig_number = n.minifig_number`;

/** Only of sets that the feed has: what a disappeared set contains stays known. */
export const REMOVE_SET_MINIFIGS = `
DELETE FROM catalog.set_minifig l
USING catalog.lego_set s
WHERE s.id = l.set_id
  AND EXISTS (SELECT FROM staged_set n WHERE n.set_number = s.set_number)
  AND NOT EXISTS (SELECT FROM resolved_set_minifig r WHERE r.set_id = l.set_id AND r.minifig_id = l.minifig_id)`;

export const CHANGE_SET_MINIFIGS = `
UPDATE catalog.set_minifig l SET quantity = r.quantity
FROM resolved_set_minifig r
WHERE r.set_id = l.set_id AND r.minifig_id = l.minifig_id AND r.quantity <> l.quantity`;

export const INSERT_SET_MINIFIGS = `
INSERT INTO catalog.set_minifig (set_id, minifig_id, quantity)
SELECT set_id, minifig_id, quantity
FROM resolved_set_minifig r
WHERE NOT EXISTS (SELECT FROM catalog.set_minifig l WHERE l.set_id = r.set_id AND l.minifig_id = r.minifig_id)
ORDER BY set_id, minifig_id`;

/** Last of all, when pairs and years of sets are settled. Covers minifigs of disappeared sets and those the feed no longer has. */
export const CHANGE_MINIFIGS = `
WITH wanted AS (
  SELECT m.id, n.minifig_number IS NOT NULL AS is_staged, coalesce(n.name, m.name) AS name, coalesce(n.category, first.theme, m.category) AS category, coalesce(n.color, m.color) AS color,
         CASE WHEN n.minifig_number IS NULL THEN m.image_url ELSE n.image_url END AS image_url,
         coalesce(first.year, n.year_released, m.year_released) AS year_released
  FROM catalog.minifig m
  LEFT JOIN staged_minifig n ON n.minifig_number = m.minifig_number
  LEFT JOIN (
    SELECT DISTINCT ON (l.minifig_id) l.minifig_id, s.year, s.theme
    FROM catalog.set_minifig l JOIN catalog.lego_set s ON s.id = l.set_id
    ORDER BY l.minifig_id, s.year, s.set_number
  ) first ON first.minifig_id = m.id
), written AS (
  UPDATE catalog.minifig m
  SET name = w.name, category = w.category, color = w.color, image_url = w.image_url, year_released = w.year_released
  FROM wanted w
  WHERE w.id = m.id
    AND (m.name, m.category, m.color, m.image_url, m.year_released) IS DISTINCT FROM (w.name, w.category, w.color, w.image_url, w.year_released)
  RETURNING w.is_staged
) SELECT count(*)::integer AS count, count(*) FILTER (WHERE is_staged)::integer AS staged_count FROM written`;

export const DISAPPEARED_SETS = `
SELECT set_number FROM catalog.lego_set s
WHERE NOT EXISTS (SELECT FROM staged_set n WHERE n.set_number = s.set_number)
ORDER BY set_number`;

/** The temporary table that set details are staged in. */
export const STAGED_SET_DETAILS = `staged_set_details (
  set_number text COLLATE "C", upc text, ean text, msrp_cents integer, release_date date, exit_date date,
  box_width_mm double precision, box_height_mm double precision, box_depth_mm double precision, box_weight_g double precision
)`;

/** What the file does not say stays as it is; rows that would stay as they are, are not written. */
export const CHANGE_SET_DETAILS = `
WITH wanted AS (
  SELECT s.id, coalesce(n.upc, s.upc) AS upc, coalesce(n.ean, s.ean) AS ean, coalesce(n.msrp_cents, s.msrp_cents) AS msrp_cents,
         coalesce(n.release_date, s.release_date) AS release_date, coalesce(n.exit_date, s.exit_date) AS exit_date,
         coalesce(n.box_width_mm, s.box_width_mm) AS box_width_mm, coalesce(n.box_height_mm, s.box_height_mm) AS box_height_mm,
         coalesce(n.box_depth_mm, s.box_depth_mm) AS box_depth_mm, coalesce(n.box_weight_g, s.box_weight_g) AS box_weight_g
  FROM staged_set_details n JOIN catalog.lego_set s USING (set_number)
)
UPDATE catalog.lego_set s
SET upc = w.upc, ean = w.ean, msrp_cents = w.msrp_cents, release_date = w.release_date, exit_date = w.exit_date,
    box_width_mm = w.box_width_mm, box_height_mm = w.box_height_mm, box_depth_mm = w.box_depth_mm, box_weight_g = w.box_weight_g
FROM wanted w
WHERE w.id = s.id
  AND (s.upc, s.ean, s.msrp_cents, s.release_date, s.exit_date, s.box_width_mm, s.box_height_mm, s.box_depth_mm, s.box_weight_g)
    IS DISTINCT FROM (w.upc, w.ean, w.msrp_cents, w.release_date, w.exit_date, w.box_width_mm, w.box_height_mm, w.box_depth_mm, w.box_weight_g)`;
