import type { SetRename } from '@brickmarket/domain';
import type { RenameFacts, RenameStep } from '@brickmarket/persistence-ports';

export interface RenamePlan {
  readonly steps: readonly RenameStep[];
  readonly refused: ReadonlyMap<number, string>;
}

/** Plans simultaneous renames, so numbers may move between sets. Completed renames are neither steps nor faults. */
export function planRenames(renames: readonly SetRename[], facts: RenameFacts): RenamePlan {
  const refused = new Map<number, string>();
  const open = new Map<string, number>();
  renames.forEach((rename, index) => {
    const reason = isDone(rename, facts) ? null : faultOf(rename, renames, index, facts);
    if (reason !== null) refused.set(index, reason);
    else if (!isDone(rename, facts)) open.set(rename.oldNumber, index);
  });
  // A rejected rename keeps its number, so a later rename to it can now conflict. Repeat until stable.
  for (let before = -1; before !== open.size;) {
    before = open.size;
    for (const [oldNumber, index] of open) {
      const reason = conflictOf(renames[index]!, open, facts);
      if (reason === null) continue;
      refused.set(index, reason);
      open.delete(oldNumber);
    }
  }
  return { steps: [...open.values()].map((index) => stepOf(renames[index]!, open, facts)), refused };
}

function isDone({ oldNumber, newNumber }: SetRename, { givenUp, sets }: RenameFacts): boolean {
  if (!givenUp.has(oldNumber)) return false;
  // A removed set that was imported again can be removed again.
  return newNumber === null ? !sets.has(oldNumber) : givenUp.get(oldNumber) === newNumber;
}

function faultOf(
  { oldNumber, newNumber }: SetRename,
  renames: readonly SetRename[],
  index: number,
  { sets }: RenameFacts,
): string | null {
  if (oldNumber === newNumber) return `set ${oldNumber} has this number: nothing is to be done`;
  if (!sets.has(oldNumber)) return `set ${oldNumber} is not in the catalog: correct its number, or leave it out`;
  const isEarlier = (same: (other: SetRename) => boolean): boolean => renames.slice(0, index).some(same);
  if (isEarlier((other) => other.oldNumber === oldNumber))
    return `set ${oldNumber} is there twice: the first one counts`;
  if (newNumber !== null && isEarlier((other) => other.newNumber === newNumber))
    return `number ${newNumber} is given twice: the first one counts`;
  return null;
}

function conflictOf(
  { oldNumber, newNumber }: SetRename,
  open: ReadonlyMap<string, number>,
  { sets }: RenameFacts,
): string | null {
  if (newNumber === null)
    return sets.get(oldNumber)!.isUsed
      ? `set ${oldNumber} has sales, prices, months, alerts or owners: it can be renamed, not removed`
      : null;
  const isTaken = sets.has(newNumber) && !open.has(newNumber);
  return isTaken && sets.get(oldNumber)!.isUsed && sets.get(newNumber)!.isUsed
    ? `sets ${oldNumber} and ${newNumber} both have sales, prices, months, alerts or owners: they cannot be made one`
    : null;
}

function stepOf(rename: SetRename, open: ReadonlyMap<string, number>, { sets }: RenameFacts): RenameStep {
  const { oldNumber, newNumber } = rename;
  const old = sets.get(oldNumber)!;
  if (newNumber === null) return { kind: 'remove', setId: old.setId, rename };
  const other = open.has(newNumber) ? undefined : sets.get(newNumber);
  if (other === undefined) return { kind: 'rename', setId: old.setId, rename: { oldNumber, newNumber } };
  const [kept, dropped] = old.isUsed ? [old, other] : [other, old];
  return {
    kind: 'merge',
    keeps: old.isUsed ? 'old' : 'new',
    setId: kept.setId,
    droppedSetId: dropped.setId,
    rename: { oldNumber, newNumber },
  };
}
