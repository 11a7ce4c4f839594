import { type BookedBrickfolio, ConflictError, InvalidInputError } from '@brickmarket/domain';
import { type BookArea, commit, type DoneEdit, getVersion } from './own-book.ts';

const MAX_NAME_LENGTH = 100;

/** What an owner calls a brickfolio. */
export interface BrickfolioFacts {
  readonly name: string;
  readonly description: string | null;
}

type Based = { readonly id: number; readonly version: number };

function requireFacts({ name, description }: BrickfolioFacts): BrickfolioFacts {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.length > MAX_NAME_LENGTH)
    throw new InvalidInputError(`The name of a brickfolio has from 1 to ${MAX_NAME_LENGTH} characters.`);
  return { name: trimmed, description: description?.trim() || null };
}

/** Creates an empty brickfolio. Throws ConflictError when the account has one of this name. */
export async function createBrickfolio(area: BookArea, accountId: number, facts: BrickfolioFacts): Promise<DoneEdit> {
  const [id] = await area.book.reserveIds('brickfolio', 1);
  const createdAt = (await area.storeClock.now()).toISOString();
  const after: BookedBrickfolio = { ...requireFacts(facts), id: id!, version: 1, isDefault: false, createdAt };
  const summary = `Created the brickfolio "${after.name}"`;
  return commit(area, accountId, 'brickfolio_created', summary, [{ table: 'brickfolio', before: null, after }]);
}

/** Renames or describes a brickfolio. */
export async function editBrickfolio(
  area: BookArea,
  accountId: number,
  based: Based,
  facts: BrickfolioFacts,
): Promise<DoneEdit> {
  const before = await getVersion(area, accountId, 'brickfolio', based);
  const after = { ...before, ...requireFacts(facts), version: before.version + 1 };
  const summary =
    after.name === before.name
      ? `Edited the brickfolio "${after.name}"`
      : `Renamed the brickfolio "${before.name}" to "${after.name}"`;
  return commit(area, accountId, 'brickfolio_edited', summary, [{ table: 'brickfolio', before, after }]);
}

/** Makes a brickfolio the one that new holdings go into. */
export async function makeDefault(area: BookArea, accountId: number, based: Based): Promise<DoneEdit> {
  const before = await getVersion(area, accountId, 'brickfolio', based);
  if (before.isDefault) throw new ConflictError('This is the default brickfolio already.');
  const { brickfolio: former } = (await area.book.listBrickfolios(accountId))[0]!;
  return commit(area, accountId, 'brickfolio_edited', `Made "${before.name}" the default brickfolio`, [
    { table: 'brickfolio', before: former, after: { ...former, isDefault: false, version: former.version + 1 } },
    { table: 'brickfolio', before, after: { ...before, isDefault: true, version: before.version + 1 } },
  ]);
}

/** Deletes a brickfolio. Throws ConflictError for the default one and when there are holdings in it, sold ones too. */
export async function deleteBrickfolio(area: BookArea, accountId: number, based: Based): Promise<DoneEdit> {
  const before = await getVersion(area, accountId, 'brickfolio', based);
  if (before.isDefault) throw new ConflictError('Make another brickfolio the default first.');
  const summary = `Deleted the brickfolio "${before.name}"`;
  return commit(area, accountId, 'brickfolio_deleted', summary, [{ table: 'brickfolio', before, after: null }]);
}
