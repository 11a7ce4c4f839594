import type { Retailer } from '@brickmarket/domain';
import { type LookRow, sawTheSame, setApart } from './look-row.ts';

/** Looks at one set at one retailer, in time order. */
export interface LookGroup {
  readonly setId: number;
  readonly retailer: Retailer;
  readonly looks: readonly LookRow[];
}

/** The groups of looks that come in any order, by set and retailer: the order of the table's key, in which it grows cheaply. */
export function groupsOf(looks: readonly LookRow[]): readonly LookGroup[] {
  const groups: { setId: number; retailer: Retailer; looks: LookRow[] }[] = [];
  for (const look of looks.toSorted(byListingAndTime)) {
    const open = groups.at(-1);
    if (open?.setId === look.setId && open.retailer === look.retailer) open.looks.push(look);
    else groups.push({ setId: look.setId, retailer: look.retailer, looks: [look] });
  }
  return groups;
}

/** The group without looks that repeat one of its own or one that is stored, and each told apart from others of its instant. */
export function withoutRepeats(group: LookGroup, stored: readonly LookRow[]): LookGroup {
  const byInstant = new Map<number, LookRow[]>();
  for (const look of stored) others(byInstant, look).push(look);
  const looks = group.looks.filter((look) => {
    const before = others(byInstant, look);
    if (before.some((other) => sawTheSame(look, other))) return false;
    setApart(look, before.length);
    before.push(look);
    return true;
  });
  return { ...group, looks };
}

function others(byInstant: Map<number, LookRow[]>, { observedAtMs }: LookRow): LookRow[] {
  const known = byInstant.get(observedAtMs);
  if (known) return known;
  const none: LookRow[] = [];
  byInstant.set(observedAtMs, none);
  return none;
}

function byListingAndTime(a: LookRow, b: LookRow): number {
  if (a.setId !== b.setId) return a.setId - b.setId;
  if (a.retailer !== b.retailer) return a.retailer < b.retailer ? -1 : 1;
  return a.observedAtMs - b.observedAtMs;
}
