/** One row with an array per column: the driver needs several times as long for rows. */
export function wholeColumns(select: string, names: readonly string[]): string {
  return `SELECT ${names.map((name) => `json_agg(q."${name}") AS "${name}"`).join(', ')} FROM (${select}) AS q`;
}

export function rowsOfColumns<Row>(read: readonly Readonly<Record<string, unknown[] | null>>[]): Row[] {
  const columns = Object.entries(read[0] ?? {});
  const length = columns[0]?.[1]?.length ?? 0;
  const rows: Row[] = [];
  for (let at = 0; at < length; at++) {
    const row: Record<string, unknown> = {};
    for (const [name, values] of columns) row[name] = values![at];
    rows.push(row as Row);
  }
  return rows;
}
