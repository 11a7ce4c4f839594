/** How columns are usually called; letters and digits count alone. The first that a file has is suggested. */
export type NamesOf<Column extends string> = Readonly<Record<Column, readonly string[]>>;

/** A name without what people write in different ways. */
export const nameKey = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Which columns of a file are probably what, by their names. */
export function suggestedBy<Column extends string>(
  usual: NamesOf<Column>,
  found: readonly string[],
): Partial<Record<Column, string>> {
  const byKey = new Map(found.toReversed().map((name) => [nameKey(name), name]));
  const suggested = Object.entries<readonly string[]>(usual).flatMap(([column, names]) => {
    const name = names.find((one) => byKey.has(one));
    return name === undefined ? [] : [[column, byKey.get(name)!] as const];
  });
  return Object.fromEntries(suggested) as Partial<Record<Column, string>>;
}
