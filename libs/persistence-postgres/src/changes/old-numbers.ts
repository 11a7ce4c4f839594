import type { Database } from '../database/database.ts';

const FIND_RENAMED = `
SELECT n.old_number AS "oldNumber", s.set_number AS "newNumber"
FROM catalog.number_change n JOIN catalog.lego_set s ON s.id = n.item_id
WHERE n.kind = 'set' AND n.old_number = ANY ($1)`;

/** Earlier numbers that no set has. */
export const OLD_SET_NUMBERS = `
SELECT n.old_number AS "oldNumber", s.set_number AS "newNumber", s.id AS "setId"
FROM catalog.number_change n JOIN catalog.lego_set s ON s.id = n.item_id
WHERE n.kind = 'set' AND NOT EXISTS (SELECT FROM catalog.lego_set o WHERE o.set_number = n.old_number)`;

export interface OldSetNumber {
  readonly oldNumber: string;
  readonly newNumber: string;
  readonly setId: number;
}

export async function findWithOldNumbers<Item>(
  database: Database,
  numbers: readonly string[],
  find: (numbers: readonly string[]) => Promise<ReadonlyMap<string, Item>>,
): Promise<ReadonlyMap<string, Item>> {
  const found = await find(numbers);
  const missing = numbers.filter((number) => !found.has(number));
  if (missing.length === 0) return found;
  const renamed = await database.read<{ oldNumber: string; newNumber: string }>({
    name: 'find_renamed_sets',
    text: FIND_RENAMED,
    values: [missing],
  });
  if (renamed.length === 0) return found;
  const byNewNumber = await find(renamed.map(({ newNumber }) => newNumber));
  const all = new Map(found);
  for (const { oldNumber, newNumber } of renamed) {
    const item = byNewNumber.get(newNumber);
    if (item !== undefined) all.set(oldNumber, item);
  }
  return all;
}
