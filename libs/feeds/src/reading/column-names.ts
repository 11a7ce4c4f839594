export type NamesOf<Column extends string> = Readonly<Record<Column, readonly string[]>>;

export const nameKey = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

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
