import { QueryInt } from './query-int.decorator.ts';

/** Page parameters as every list of the contract takes them. */
export class PageQuery {
  @QueryInt({ min: 1, max: 250, default: 50, description: 'How many rows to return at most.' })
  limit: number = 50;

  @QueryInt({ min: 0, max: 2_147_483_647, default: 0, description: 'How many rows to skip.' })
  offset: number = 0;
}
