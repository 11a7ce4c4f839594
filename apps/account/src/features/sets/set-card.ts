import type { EpochDay } from '@brickmarket/domain';
import { STATUS_NAMES, statusName } from '@brickmarket/operations/sets';
import type { SetIdentity } from '@brickmarket/persistence-ports';
import { DayOrNull, OneOf, Text, Whole, WholeOrNull } from '../../http/properties.ts';

export class SetCard {
  @Text() setNumber!: string;
  @Text() title!: string;
  @Text() theme!: string;
  @WholeOrNull() year!: number | null;
  @Whole() pieces!: number;
  @OneOf(...STATUS_NAMES) status!: string;
  /** Null: unknown. */
  @DayOrNull() lastDay!: EpochDay | null;
}

export function setCard(set: SetIdentity, today: EpochDay): { readonly [Field in keyof SetCard]: SetCard[Field] } {
  return { ...set, status: statusName(set, today), lastDay: set.exitDay };
}
