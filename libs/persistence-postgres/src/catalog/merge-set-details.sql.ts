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
