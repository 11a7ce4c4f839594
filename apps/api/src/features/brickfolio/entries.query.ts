import { PageQuery } from '../../http/page.query.ts';
import { QueryInt } from '../../http/query-int.decorator.ts';

/** Which holdings to list. */
export class EntriesQuery extends PageQuery {
  // Beyond what any id can be: an id that is no one's is not found, not malformed.
  @QueryInt({ min: 1, max: 999_999_999_999_999, description: 'Only holdings of this brickfolio.' })
  brickfolio_id?: number;
}
