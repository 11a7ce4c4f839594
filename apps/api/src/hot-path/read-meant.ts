import { setNumberCandidates } from '@brickmarket/domain';

/** Reads what clients mean by set numbers, in the order asked: one without a variant means variant 1, unless a set has the bare number. Null where there is no such set. */
export async function readMeant<Item>(
  asked: readonly string[],
  findByNumbers: (setNumbers: readonly string[]) => Promise<ReadonlyMap<string, Item>>,
): Promise<readonly (Item | null)[]> {
  const found = await findByNumbers([...new Set(asked.flatMap(setNumberCandidates))]);
  return asked.map((number) => {
    const candidate = setNumberCandidates(number).find((one) => found.has(one));
    return candidate === undefined ? null : found.get(candidate)!;
  });
}
