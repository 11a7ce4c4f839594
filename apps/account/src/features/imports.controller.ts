import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Condition } from '@brickmarket/domain';
import { type KeyArea, record as recordEvent, type Visitor } from '@brickmarket/operations/identity';
import {
  cellsOf,
  columnsOf,
  commitImport,
  correctRow,
  exportOwnBrickfolio,
  exportOwnSales,
  exportRejects,
  getImport,
  type ImportArea,
  stageImport,
  undoImport,
} from '@brickmarket/operations/imports';
import { SetDirectory } from '@brickmarket/operations/sets';
import {
  HoldingStore,
  ItemDirectory,
  type PreviewRow,
  ROW_STATES,
  type RowAction,
  type RowState,
  SaleStore,
  type SessionRecord,
  type StagedImport,
  StagedImports,
} from '@brickmarket/persistence-ports';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Req, Res, StreamableFile } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiOkResponse,
  ApiParam,
  ApiProperty,
  ApiPropertyOptional,
  ApiTags,
} from '@nestjs/swagger';
import { Transform as Transformed } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Max, Min, ValidateBy } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import { ACCOUNT_AREA } from '../area/area.module.ts';
import { CurrentSession, CurrentVisitor } from '../area/signed-in.guard.ts';
import { AccountError } from '../http/errors.ts';
import { digits, RecordIdPipe, TextField } from '../http/input.ts';
import {
  Flag,
  Moment,
  MomentOrNull,
  OneOf,
  OptionalText,
  Part,
  Parts,
  Text,
  Texts,
  TextOrNull,
  Whole,
} from '../openapi/properties.ts';

/** As it is sent: the page compresses it, which makes a table of 100,000 rows a few megabytes. */
const MAX_SENT_BYTES = 16 * 1024 * 1024;
const LONG_ANSWER_MS = 120_000;
const MAX_PAGE = 100;
const MAX_CELL = 2_000;
const CONDITIONS: readonly Condition[] = ['sealed', 'used'];
const DATE_FORMATS = ['DD/MM/YYYY', 'MM/DD/YYYY'] as const;
const ACTIONS: readonly RowAction[] = ['take', 'add', 'leave'];
const SHOWN_STATES = [...ROW_STATES, 'kept'] as const;
/** A file takes seconds to read. One that was begun so long ago is not read any more: its process was stopped. */
const ABANDONED_MS = 10 * 60_000;
/** Files that are read at the same time. */
const MAX_READING = 2;

class UploadQuery {
  @Text() @TextField(200, 'the name of the file') name!: string;

  @ApiPropertyOptional({ enum: CONDITIONS })
  @IsOptional()
  @IsIn(CONDITIONS, { message: 'Copies are "sealed" or "used".' })
  condition?: Condition;

  @ApiPropertyOptional({ enum: DATE_FORMATS })
  @IsOptional()
  @IsIn(DATE_FORMATS, { message: 'Dates are "DD/MM/YYYY" or "MM/DD/YYYY".' })
  date_format?: (typeof DATE_FORMATS)[number];
}

class RowsQuery {
  @OptionalText()
  @IsOptional()
  @IsIn(SHOWN_STATES, { message: `Rows are ${SHOWN_STATES.join(', ')}.` })
  state?: RowState | 'kept';

  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MAX_PAGE, default: 50 })
  @Transformed(digits)
  @IsInt({ message: `The limit is a whole number from 1 to ${MAX_PAGE}.` })
  @Min(1)
  @Max(MAX_PAGE)
  limit = 50;

  @ApiPropertyOptional({ type: 'integer', minimum: 0, default: 0 })
  @Transformed(digits)
  @IsInt({ message: 'The offset is a whole number.' })
  @Min(0)
  @Max(1_000_000)
  offset = 0;
}

class ActionBody {
  @OneOf(...ACTIONS)
  @IsIn(ACTIONS, { message: 'A row is taken ("take"), added beside what is there ("add") or left out ("leave").' })
  action!: RowAction;
}

const Cells = (): PropertyDecorator =>
  ValidateBy({
    name: 'cells',
    validator: {
      validate: (value: unknown) =>
        typeof value === 'object' &&
        value !== null &&
        !Array.isArray(value) &&
        Object.keys(value).length <= 20 &&
        Object.values(value).every(
          (cell) => typeof cell === 'string' && cell.length <= MAX_CELL && !cell.includes('\0') && cell.isWellFormed(),
        ),
      defaultMessage: () => `Cells are texts of at most ${MAX_CELL} characters.`,
    },
  });
const CELLS = { type: Object, additionalProperties: { type: 'string' } } as const;

class CorrectionBody {
  @ApiProperty(CELLS) @Cells() cells!: Record<string, string>;
}

class RowCounts {
  @Whole() new!: number;
  @Whole() same!: number;
  @Whole() changed!: number;
  @Whole() rejected!: number;
  @Whole() left!: number;
  @Whole() kept!: number;
}

class ImportView {
  @Whole() id!: number;
  @Text() file_name!: string;
  @OneOf('reading', 'ready', 'failed', 'committed', 'undone') state!: string;
  @ApiProperty({ type: String, enum: ['collection', 'sales', null], nullable: true }) kind!: string | null;
  @TextOrNull() source!: string | null;
  @TextOrNull() fault!: string | null;
  @ApiProperty({ type: Number }) progress!: number;
  @Moment() created_at!: string;
  @MomentOrNull() committed_at!: string | null;
  @MomentOrNull() undone_at!: string | null;
  @Part(() => RowCounts) rows!: RowCounts;
  /** Names of the cells of its rows, in order. */
  @Texts() columns!: string[];
}

class ImportList {
  @Parts(() => ImportView) imports!: ImportView[];
}

class NearSet {
  @Text() set_number!: string;
  @Text() title!: string;
}

class ImportRowView {
  @Whole() position!: number;
  @Whole() line!: number;
  @Text() text!: string;
  @OneOf(...ROW_STATES) state!: string;
  @OneOf(...ACTIONS) action!: string;
  @Flag() corrected!: boolean;
  @Flag() kept!: boolean;
  @TextOrNull() reason!: string | null;
  @TextOrNull() title!: string | null;
  @Parts(() => NearSet) nearest!: NearSet[];
  @ApiProperty({ ...CELLS, nullable: true }) cells!: Record<string, string> | null;
  /** What is stored now and would be changed. */
  @ApiProperty({ ...CELLS, nullable: true }) stored!: Record<string, string> | null;
}

class ImportRows {
  @Parts(() => ImportRowView) rows!: ImportRowView[];
}

@ApiTags('Import')
@Controller('account/api')
export class ImportsController {
  private readonly area: ImportArea;
  private readonly reading = pLimit(MAX_READING);

  constructor(
    @Inject(ACCOUNT_AREA) private readonly account: KeyArea,
    private readonly imports: StagedImports,
    items: ItemDirectory,
    private readonly directory: SetDirectory,
    private readonly holdings: HoldingStore,
    private readonly sales: SaleStore,
  ) {
    this.area = { imports, items };
  }

  @Get('imports')
  @ApiOkResponse({ type: ImportList })
  async listImports(@CurrentSession() { accountId }: SessionRecord): Promise<ImportList> {
    return { imports: (await this.imports.list(accountId, 20)).map((one) => this.view(one)) };
  }

  @Post('imports')
  @HttpCode(202)
  @ApiConsumes('application/octet-stream')
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @ApiOkResponse({ type: ImportView })
  async uploadFile(
    @Query() { name, condition, date_format: dateFormat }: UploadQuery,
    @Req() { body }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<ImportView> {
    if (!(body instanceof Readable))
      throw new AccountError('BadRequest', 'Send the file itself, as application/octet-stream.');
    const folder = await mkdtemp(join(tmpdir(), 'brickmarket-import-'));
    const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
    try {
      const path = join(folder, 'file');
      await pipeline(body, limited(MAX_SENT_BYTES), createWriteStream(path, { mode: 0o600 }));
      const id = await this.imports.begin(accountId, name);
      this.account.inBackground(() =>
        this.reading(() => stageImport(this.area, accountId, id, { path, name, condition, dateFormat })).finally(
          remove,
        ),
      );
      return this.view(await getImport(this.area, accountId, id));
    } catch (error) {
      // What was not read of the file would be taken for the next request of the same connection.
      reply.header('connection', 'close');
      await remove();
      throw error;
    }
  }

  @Get('imports/:id')
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiOkResponse({ type: ImportView })
  async getImport(
    @Param('id', RecordIdPipe) id: number,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<ImportView> {
    return this.view(await getImport(this.area, accountId, id));
  }

  @Get('imports/:id/rows')
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiOkResponse({ type: ImportRows })
  async listImportRows(
    @Param('id', RecordIdPipe) id: number,
    @Query() { state, limit, offset }: RowsQuery,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<ImportRows> {
    await getImport(this.area, accountId, id);
    const rows = await this.imports.listRows(accountId, id, { state: state ?? null, limit, offset });
    return { rows: await this.rowViews(rows) };
  }

  @Post('imports/:id/rows/:position/action')
  @HttpCode(204)
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiParam({ name: 'position', type: 'integer' })
  async chooseRowAction(
    @Param('id', RecordIdPipe) id: number,
    @Param('position', RecordIdPipe) position: number,
    @Body() { action }: ActionBody,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<void> {
    await this.getRow(accountId, id, position);
    await this.imports.changeRow(accountId, id, position, { action });
  }

  @Post('imports/:id/rows/:position/correction')
  @HttpCode(204)
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiParam({ name: 'position', type: 'integer' })
  async correctImportRow(
    @Param('id', RecordIdPipe) id: number,
    @Param('position', RecordIdPipe) position: number,
    @Body() { cells }: CorrectionBody,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<void> {
    await this.getRow(accountId, id, position);
    await correctRow(this.area, accountId, { id, position }, cells);
  }

  // The socket may be silent for longer than others: tens of thousands of rows are written before the answer.
  @Post('imports/:id/commit')
  @HttpCode(200)
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiOkResponse({ type: ImportView })
  async commitImport(
    @Param('id', RecordIdPipe) id: number,
    @Req() request: FastifyRequest,
    @CurrentSession() { accountId }: SessionRecord,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<ImportView> {
    request.raw.socket.setTimeout(LONG_ANSWER_MS);
    const done = await commitImport(this.area, accountId, id);
    const { rows, fileName } = done;
    const summary = `Imported ${fileName}: ${rows.new} added, ${rows.changed} changed.`;
    await recordEvent(this.account, accountId, 'import_committed', summary, visitor);
    return this.view(done);
  }

  @Post('imports/:id/undo')
  @HttpCode(200)
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiOkResponse({ type: ImportView })
  async undoImport(
    @Param('id', RecordIdPipe) id: number,
    @Req() request: FastifyRequest,
    @CurrentSession() { accountId }: SessionRecord,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<ImportView> {
    request.raw.socket.setTimeout(LONG_ANSWER_MS);
    const done = await undoImport(this.area, accountId, id);
    const kept = done.kept > 0 ? `; ${done.kept} rows were changed since and stay` : '';
    const summary = `Undid the import of ${done.fileName}${kept}.`;
    await recordEvent(this.account, accountId, 'import_undone', summary, visitor);
    return this.view(done);
  }

  @Get('imports/:id/rejects.csv')
  @ApiParam({ name: 'id', type: 'integer' })
  async downloadRejects(
    @Param('id', RecordIdPipe) id: number,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<StreamableFile> {
    await getImport(this.area, accountId, id);
    return csvFile(exportRejects(this.area, accountId, id), 'rejects.csv');
  }

  @Get('export/collection.csv')
  exportCollection(@CurrentSession() { accountId }: SessionRecord): StreamableFile {
    return csvFile(exportOwnBrickfolio(this.holdings, accountId), 'brickmarket-collection.csv');
  }

  @Get('export/sales.csv')
  exportSales(@CurrentSession() { accountId }: SessionRecord): StreamableFile {
    return csvFile(exportOwnSales(this.sales, accountId), 'brickmarket-sales.csv');
  }

  private async getRow(accountId: number, id: number, position: number): Promise<PreviewRow> {
    const { state } = await getImport(this.area, accountId, id);
    if (state !== 'ready') throw new AccountError('Conflict', `This import is ${state}; its rows cannot be changed.`);
    const row = await this.imports.findRow(accountId, id, position);
    if (row === null) throw new AccountError('NotFound', 'This import has no such row.');
    return row;
  }

  private view(found: StagedImport): ImportView {
    const { createdAt, kind } = found;
    const isAbandoned =
      found.state === 'reading' && this.account.clock.now().getTime() - createdAt.getTime() > ABANDONED_MS;
    return {
      id: found.id,
      file_name: found.fileName,
      state: isAbandoned ? 'failed' : found.state,
      kind,
      source: found.source,
      fault: isAbandoned ? 'Reading the file was interrupted. Please send it again.' : found.fault,
      progress: found.progress,
      created_at: createdAt.toISOString(),
      committed_at: found.committedAt?.toISOString() ?? null,
      undone_at: found.undoneAt?.toISOString() ?? null,
      rows: { ...found.rows, kept: found.kept },
      columns: kind === null ? [] : [...columnsOf(kind)],
    };
  }

  private async rowViews(rows: readonly PreviewRow[]): Promise<ImportRowView[]> {
    const cells = rows.map(({ record }) => record && cellsOf(record));
    const numbers = [...cells.map((row) => row?.['set_number'] ?? ''), ...rows.flatMap(({ nearest }) => nearest)];
    const sets = await this.directory.findByNumbers(numbers);
    return rows.map((row, index) => ({
      position: row.position,
      line: row.line,
      text: row.text,
      state: row.state,
      action: row.action,
      corrected: row.isCorrected,
      kept: row.isKept,
      reason: row.reason,
      title: sets.get(cells[index]?.['set_number'] ?? '')?.title ?? null,
      nearest: row.nearest.map((number) => ({ set_number: number, title: sets.get(number)?.title ?? '' })),
      cells: cells[index] ?? null,
      stored: row.stored && cellsOf(row.stored),
    }));
  }
}

/** Passes bytes on, and refuses more than a limit: a length that is declared may be wrong. */
function limited(maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes <= maxBytes) done(null, chunk);
      else done(new AccountError('BadRequest', `The file is larger than ${maxBytes / 1024 / 1024} MB. Split it.`));
    },
  });
}

function csvFile(chunks: AsyncIterable<string>, name: string): StreamableFile {
  return new StreamableFile(Readable.from(chunks), {
    type: 'text/csv; charset=utf-8',
    disposition: `attachment; filename="${name}"`,
  });
}
