import { type EpochDay, formatIsoDay } from '@brickmarket/domain';
import { STATUS_NAMES, statusName } from '@brickmarket/operations/sets';
import type { SetIdentity } from '@brickmarket/persistence-ports';
import { OneOf, Text, TextOrNull, Whole, WholeOrNull } from '../../openapi/properties.ts';

/** What every list says of a set. */
export class SetCard {
  @Text() set_number!: string;
  @Text() title!: string;
  @Text() theme!: string;
  @WholeOrNull() year!: number | null;
  @Whole() pieces!: number;
  @OneOf(...STATUS_NAMES) status!: string;
  /** The last day on sale, where it is known. */
  @TextOrNull() last_day!: string | null;
}

/** Without the prototype: the card is spread into larger answers. */
export function setCard(set: SetIdentity, today: EpochDay): { readonly [Field in keyof SetCard]: SetCard[Field] } {
  const { setNumber, title, theme, year, pieces, exitDay } = set;
  const last_day = exitDay === null ? null : formatIsoDay(exitDay);
  return { set_number: setNumber, title, theme, year, pieces, status: statusName(set, today), last_day };
}
