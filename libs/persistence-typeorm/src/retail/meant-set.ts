/** The set that has the first of some numbers that any set has. */
export function meantSet(setNumbers: string): string {
  return `SELECT id FROM catalog.lego_set WHERE set_number = ANY(${setNumbers}) ORDER BY array_position(${setNumbers}, set_number) LIMIT 1`;
}
