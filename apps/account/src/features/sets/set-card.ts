import type { EpochDay } from '@brickmarket/domain';
import { STATUS_NAMES, statusName } from '@brickmarket/operations/sets';
import type { SetIdentity } from '@brickmarket/persistence-ports';
import * as is from '../../http/properties.ts';

export class SetCard {
  @is.Text() setNumber!: string;
  @is.Text() title!: string;
  @is.Text() theme!: string;
  @is.WholeOrNull() year!: number | null;
  @is.Whole() pieces!: number;
  @is.OneOf(...STATUS_NAMES) status!: string;
  /** Null: unknown. */
  @is.DayOrNull() lastDay!: EpochDay | null;
}

export function setCard(set: SetIdentity, today: EpochDay): { readonly [Field in keyof SetCard]: SetCard[Field] } {
  return { ...set, status: statusName(set, today), lastDay: set.exitDay };
}
