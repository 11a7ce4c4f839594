import { NotFoundError, setNumberCandidates } from '@brickmarket/domain';
import type { SetCatalog, SetRecord } from '@brickmarket/persistence-ports';

const SET_NUMBER = /^[\w.-]{1,40}$/;

/** Also returns the form of the number that was found. Throws NotFoundError. */
export async function findAskedSet(
  catalog: Pick<SetCatalog, 'findByNumbers'>,
  asked: string,
): Promise<{ readonly number: string; readonly record: SetRecord }> {
  const candidates = SET_NUMBER.test(asked) ? setNumberCandidates(asked) : [];
  const found = candidates.length === 0 ? new Map<string, SetRecord>() : await catalog.findByNumbers(candidates);
  const number = candidates.find((one) => found.has(one));
  if (number === undefined) throw new NotFoundError('Set not found. Search for it by number or name.');
  return { number, record: found.get(number)! };
}
