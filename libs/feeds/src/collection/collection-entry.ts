import type { Condition, HoldingInFile } from '@brickmarket/domain';
import type { DateFormat } from '../reading/cells.ts';
import type { ReadOptions } from '../reading/read-feed.ts';
import type { Row } from '../reading/row.ts';

/** A holding, and the name of its brickfolio; what the file does not say is null. */
export interface CollectionEntry {
  readonly holding: HoldingInFile;
  readonly brickfolio: string | null;
}

/** What the caller can add where a collection file does not say it. */
export interface CollectionOptions extends ReadOptions {
  /** How days with slashes are written, when the file allows both. */
  readonly dateFormat?: DateFormat | undefined;
  /** The condition of copies for which the file has none. */
  readonly condition?: Condition | undefined;
  /** What a person can do when a row has none and none was given. */
  readonly conditionAdvice?: string | undefined;
}

/** Copies of which only number, count and condition are known. */
export function bareEntry(setNumber: string, quantity: number, condition: Condition): CollectionEntry {
  return {
    holding: {
      setNumber,
      quantity,
      condition,
      purchasePriceCents: null,
      purchaseDay: null,
      status: null,
      notes: null,
    },
    brickfolio: null,
  };
}

/**
 * The condition given for copies without one; rejects the row when none was given. Never guessed: values differ widely.
 */
export function conditionOrReject(row: Row, { condition, conditionAdvice }: CollectionOptions): Condition {
  if (condition === undefined) {
    const advice = conditionAdvice ?? 'give --condition sealed or --condition used';
    row.reject(`the file does not say in which condition: ${advice}`);
  }
  return condition ?? 'used';
}
