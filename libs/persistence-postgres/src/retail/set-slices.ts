/** Neighbouring sets, by id, that are merged together. */
export interface SetSlice {
  readonly firstSetId: number;
  readonly lastSetId: number;
}

/** Joins neighbours, in the order of their ids, into slices of at most so many rows; one that has more is a slice of its own. */
export function slicesOf(
  neighbours: readonly (SetSlice & { readonly rows: number })[],
  maxRows: number,
): readonly SetSlice[] {
  const slices: { firstSetId: number; lastSetId: number; rows: number }[] = [];
  for (const { firstSetId, lastSetId, rows } of neighbours) {
    const open = slices.at(-1);
    if (open && open.rows + rows <= maxRows) {
      open.lastSetId = lastSetId;
      open.rows += rows;
    } else slices.push({ firstSetId, lastSetId, rows });
  }
  return slices;
}
