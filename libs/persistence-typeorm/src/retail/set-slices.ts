/** Neighbouring sets, by id, that are merged together. */
export interface SetSlice {
  readonly firstSetId: number;
  readonly lastSetId: number;
}

/** Cuts sets, in the order of their ids, into slices of at most so many rows; a set with more is a slice of its own. */
export function slicesOf(sets: readonly { readonly set_id: number; readonly rows: number }[], maxRows: number): readonly SetSlice[] {
  const slices: { firstSetId: number; lastSetId: number; rows: number }[] = [];
  for (const { set_id, rows } of sets) {
    const open = slices.at(-1);
    if (open && open.rows + rows <= maxRows) {
      open.lastSetId = set_id;
      open.rows += rows;
    } else slices.push({ firstSetId: set_id, lastSetId: set_id, rows });
  }
  return slices;
}
