import { type Cursor, type CursorList, sourceOf, writeCursor } from '@brickmarket/catalog-copy';
import { parseIsoDay } from '@brickmarket/domain';
import { Omittable } from '@brickmarket/extension';
import {
  DATA_KINDS,
  type DataVersions,
  type ItemChange,
  ItemChanges,
  type DataPoint,
  type NumberChange,
  RECORD_PARTS,
  type RecordPart,
  timelineOf,
} from '@brickmarket/persistence-ports';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { QuotaCost } from '../../access/admission.guard.ts';
import { Admitted, type AdmittedRequest } from '../../access/admission.ts';
import { API_CONFIG, type ApiConfig } from '../../config/config.ts';
import { V1 } from '../../http/contract.ts';
import { JsonDocument } from '../../fast-path/json-bytes.ts';
import { Characters, QueryInt } from '../../http/parameters.ts';
import { ContractRoute } from '../../openapi/decorators.ts';
import { isSamePoint, readCursor, unknownChanges } from './cursor.ts';

const ITEM_TYPES = ['set', 'minifig'] as const;
const MAX_CURSOR = 200;

export class ChangesQuery {
  @ApiPropertyOptional({
    type: String,
    minLength: 1,
    maxLength: MAX_CURSOR,
    description: '`cursor` of an earlier response.',
  })
  @Omittable()
  @Characters(1, MAX_CURSOR)
  after?: string;

  @QueryInt({ min: 1, max: 250, default: 50, description: 'Most entries to return.' })
  limit: number = 50;
}

export class ChangedItem {
  @ApiProperty({ enum: ITEM_TYPES })
  type!: string;

  @ApiProperty()
  number!: string;

  @ApiProperty({
    enum: RECORD_PARTS,
    isArray: true,
    description:
      'Changed parts. `catalog`, `value` and `retail` belong to `/set/{number}` or ' +
      '`/minifig/{number}`; `history` to `/set/{number}/history`.',
  })
  what!: readonly RecordPart[];

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Current number of the item, which has its own entry. Null if it was not renamed.',
  })
  renamed_to!: string | null;

  @ApiProperty({ description: 'Whether the item was removed from the catalog.' })
  gone!: boolean;
}

export class ChangesResponse {
  @ApiProperty({ type: [ChangedItem] })
  changes!: readonly ChangedItem[];

  @ApiProperty({ description: 'Cursor to continue from. Send it as `after`, immediately if `has_more` is true.' })
  cursor!: string;

  @ApiProperty()
  has_more!: boolean;
}

export class MigratedNumber {
  @ApiProperty({ enum: ITEM_TYPES })
  type!: string;

  @ApiProperty({ description: 'Former number of the item.' })
  number!: string;

  @ApiProperty({ type: String, nullable: true, description: 'Current number of the item. Null if it was removed.' })
  renamed_to!: string | null;

  @ApiProperty({ description: 'Whether the item was removed from the catalog.' })
  gone!: boolean;

  @ApiProperty({ format: 'date-time' })
  migrated_at!: string;
}

export class MigrationsResponse {
  @ApiProperty({ type: [MigratedNumber] })
  migrations!: readonly MigratedNumber[];

  @ApiProperty({ description: 'Cursor to continue from. Send it as `after`.' })
  cursor!: string;

  @ApiProperty()
  has_more!: boolean;
}

function presentChange({ kind, number, parts, outcome, renamedTo }: ItemChange): ChangedItem {
  const what = RECORD_PARTS.filter((part) => parts.includes(part));
  return { type: kind, number, what, renamed_to: renamedTo, gone: outcome === 'gone' };
}

function presentNumber({ kind, oldNumber, newNumber, changedAt }: NumberChange): MigratedNumber {
  return {
    type: kind,
    number: oldNumber,
    renamed_to: newNumber,
    gone: newNumber === null,
    migrated_at: changedAt.toISOString(),
  };
}

const EVERYTHING: DataPoint = { versions: { catalog: 0, market: 0, retail: 0 }, day: 0 };

/** Within the list if there is more, otherwise where the first page started to read. */
function nextCursor(
  { since, within }: Cursor,
  list: CursorList,
  reached: DataPoint,
  lastKey: number | undefined,
): Cursor {
  const until = within?.until ?? reached;
  if (lastKey !== undefined) return { since, within: { list, afterKey: lastKey, until } };
  // Readers of migrations have not seen the other changes.
  return { since: until, within: list === 'migrations' ? { list, afterKey: 0, until } : null };
}

@Controller(`${V1}/catalog`)
export class ChangesController {
  constructor(
    private readonly changes: ItemChanges,
    @Inject(API_CONFIG) private readonly config: Pick<ApiConfig, 'retailStaleDays' | 'retailerNames'>,
  ) {}

  @Get('changes')
  @QuotaCost(1)
  @ContractRoute({
    summary: 'Changes since a cursor',
    description:
      'Lists sets and minifigures that changed after the cursor `after`, one entry each. To ' +
      'update a copy, fetch the listed records again with `/catalog/batch`. An entry can name an ' +
      'unchanged record. Without `after` the list is empty and `cursor` is the current one: get ' +
      'it before you read the catalog.\n\nCursors have the order of commits, so no change is ' +
      'skipped. A cursor is valid for 90 days, and until the service is restored from a backup ' +
      'or fails over. An invalid cursor gets 400: start again from the files of `/catalog/bulk` ' +
      'and continue from their `cursor`. Records also change over time: sets retire, and old ' +
      'prices are omitted.',
    data: ChangesResponse,
    scope: 'shared',
  })
  async listChanges(
    @Query() { after, limit }: ChangesQuery,
    @Admitted() request: AdmittedRequest,
  ): Promise<JsonDocument> {
    const { now, origin } = await this.here(request);
    const cursor = after === undefined ? { since: now, within: null } : readCursor(after, origin, 'changes', now);
    // Admission has read the versions: equal ones need no read.
    if (cursor.within === null && isSamePoint(cursor.since, now))
      return JsonDocument.of({ changes: [], cursor: writeCursor(origin, cursor), has_more: false });
    const page = await this.changes.list(cursor.since, cursor.within?.until.day ?? now.day, {
      afterKey: cursor.within?.afterKey ?? 0,
      limit,
      retailStaleDays: this.config.retailStaleDays,
    });
    if (page === null) throw unknownChanges();
    const reached = { versions: page.versions, day: now.day };
    const lastKey = page.hasMore ? page.changes.at(-1)!.key : undefined;
    return JsonDocument.of({
      changes: page.changes.map(presentChange),
      cursor: writeCursor(origin, nextCursor(cursor, 'changes', reached, lastKey)),
      has_more: page.hasMore,
    } satisfies ChangesResponse);
  }

  @Get('migrations')
  @QuotaCost(1)
  @ContractRoute({
    summary: 'Numbers that were renamed, merged or removed',
    description:
      'Lists each number that changed after the cursor `after`, with the current number of its ' +
      'item. Without `after`: all of them. A number that another item has now is not listed. A ' +
      'former number still finds its item; the response has the current number. A cursor of ' +
      '`/catalog/changes` is valid here too.',
    data: MigrationsResponse,
    rows: { property: 'migrations', of: MigratedNumber },
    scope: 'shared',
  })
  async listMigrations(
    @Query() { after, limit }: ChangesQuery,
    @Admitted() request: AdmittedRequest,
  ): Promise<JsonDocument> {
    const { now, origin } = await this.here(request);
    const cursor =
      after === undefined
        ? { since: { ...EVERYTHING, day: now.day }, within: null }
        : readCursor(after, origin, 'migrations', now);
    const { numbers, versions, hasMore, areKnown } = await this.changes.listNumbers(cursor.since.versions.catalog, {
      afterKey: cursor.within?.afterKey ?? 0,
      limit,
    });
    // Without a cursor, or from the start of the catalog, lists all numbers.
    if (areKnown === false && cursor.since.versions.catalog > 0) throw unknownChanges();
    const lastKey = hasMore ? numbers.at(-1)!.key : undefined;
    const reached = { versions, day: now.day };
    return JsonDocument.of({
      migrations: numbers.map(presentNumber),
      cursor: writeCursor(origin, nextCursor(cursor, 'migrations', reached, lastKey)),
      has_more: hasMore,
    } satisfies MigrationsResponse);
  }

  /** Point of the admission with its cursor origin. */
  private async here({ versions, day }: AdmittedRequest): Promise<{ now: DataPoint; origin: string }> {
    const { timeline } = timelineOf(versions.catalog);
    const counts = DATA_KINDS.map((kind) => [kind, timelineOf(versions[kind]).changes] as const);
    return {
      now: { versions: Object.fromEntries(counts) as DataVersions, day: parseIsoDay(day)! },
      origin: sourceOf(await this.changes.origin(), timeline, this.config),
    };
  }
}
