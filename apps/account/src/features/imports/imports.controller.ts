import { Readable } from 'node:stream';
import { type Condition, CONDITIONS, plainName } from '@brickmarket/domain';
import { AccountId } from '@brickmarket/extension';
import { type KeyArea, record as recordEvent, type OwnSession } from '@brickmarket/operations/identity';
import {
  commitImport,
  getImport,
  type ImportArea,
  isSalesMapping,
  listImports,
  mappableColumnsOf,
  type NamedColumns,
  type SentFile,
  stageImport,
  undoImport,
} from '@brickmarket/operations/staged-import';
import { AccountBook, ItemDirectory, StagedImports, StoreClock } from '@brickmarket/persistence-ports';
import { removeLeftFolders } from '@brickmarket/supervision';
import {
  Controller,
  Get,
  Inject,
  type OnModuleDestroy,
  type OnModuleInit,
  Post,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, ValidateBy } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ACCOUNT_AREA } from '../../area/area.module.ts';
import { CurrentSession } from '../../area/signed-in.guard.ts';
import { Accepted, Ok } from '../../http/declared-answers.ts';
import { AccountError } from '../../http/errors.ts';
import { isStorableText, NameField, RecordId, TextField } from '../../http/input.ts';
import * as is from '../../http/properties.ts';
import { ImportList, ImportView, importView } from './import-view.ts';
import { type Place, ReadingLine } from './reading-line.ts';
import { SENT_FILES, type StoredFile, storeSentFile } from './sent-files.ts';

const LONG_ANSWER_MS = 120_000;
const DATE_FORMATS = ['DD/MM/YYYY', 'MM/DD/YYYY'] as const;
const LINE_LIMITS = { atOnce: 2, perAccount: 3, inAll: 20 } as const;
/** Heartbeat while reading or waiting. */
const KEEP_MS = 15_000;

const Columns = (): PropertyDecorator =>
  ValidateBy({
    name: 'columns',
    validator: {
      validate: isMapping,
      defaultMessage: () =>
        'Name the column of the set numbers, for sales also those of day and proceeds, and others as you like: ' +
        '{"set_number":"Item"}.',
    },
  });

class UploadQuery {
  @is.Text() @TextField(200, 'the name of the file') name!: string;

  @is.OptionalField({ enum: CONDITIONS })
  @IsIn(CONDITIONS, { message: 'Copies are "sealed" or "used".' })
  condition?: Condition;

  @is.OptionalField({ enum: DATE_FORMATS })
  @IsIn(DATE_FORMATS, { message: 'Dates are "DD/MM/YYYY" or "MM/DD/YYYY".' })
  dateFormat?: (typeof DATE_FORMATS)[number];

  /** Target of copies without one in the file. */
  @is.OptionalText() @NameField(100, 'the name of a brickfolio') brickfolio?: string;

  /** JSON of file columns by own column, at least "set_number"; "sale_date" and "gross_proceeds_usd" mean sales. */
  @is.OptionalField({ type: String })
  @Transform(({ value }: { value: unknown }) => parsedColumns(value))
  @Columns()
  columns?: NamedColumns;
}

const MAX_COLUMN_NAME = 200;

/** Invalid JSON names nothing, which the check rejects. */
function parsedColumns(sent: unknown): unknown {
  try {
    return typeof sent === 'string' ? ((JSON.parse(sent) as unknown) ?? {}) : {};
  } catch {
    return {};
  }
}

function isMapping(value: unknown): value is NamedColumns {
  if (typeof value !== 'object' || value === null || !('set_number' in value)) return false;
  const known = mappableColumnsOf(isSalesMapping(value as Record<string, string>) ? 'sales' : 'collection');
  return Object.entries(value).every(
    ([column, name]) => known.includes(column) && name !== '' && isStorableText(name, MAX_COLUMN_NAME),
  );
}

class CommitQuery {
  /** Shown preview; absent: the latest. */
  @is.OptionalText() @TextField(40, 'the name of a preview') preview?: string;
}

@ApiTags('Import')
@Controller('account/api/imports')
export class ImportsController implements OnModuleInit, OnModuleDestroy {
  private readonly area: ImportArea;
  private readonly line = new ReadingLine(LINE_LIMITS);
  private readonly reading = new Map<number, number>();
  private readonly keeping = setInterval(() => this.account.inBackground(() => this.keepFiles()), KEEP_MS).unref();

  constructor(
    @Inject(ACCOUNT_AREA) private readonly account: KeyArea,
    private readonly imports: StagedImports,
    items: ItemDirectory,
    book: AccountBook,
    storeClock: StoreClock,
  ) {
    this.area = { imports, items, book, storeClock };
  }

  async onModuleInit(): Promise<void> {
    await removeLeftFolders(SENT_FILES, this.account.clock.now());
  }

  onModuleDestroy(): void {
    clearInterval(this.keeping);
  }

  @Get()
  @Ok(ImportList)
  async listImports(@AccountId() accountId: number): Promise<ImportList> {
    return { imports: (await listImports(this.area, accountId, 20)).map((one) => importView(one)) };
  }

  @Post()
  @ApiConsumes('application/octet-stream')
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @Accepted(ImportView)
  async uploadFile(
    @Query() { name, condition, dateFormat, brickfolio, columns }: UploadQuery,
    @Req() { body }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @AccountId() accountId: number,
  ): Promise<ImportView> {
    if (!(body instanceof Readable))
      throw new AccountError('BadRequest', 'Send the file itself, as application/octet-stream.');
    try {
      this.line.requirePlace(accountId);
      const stored = await storeSentFile(body);
      const told = { condition, dateFormat, brickfolio, columns };
      const id = await this.beginReading(accountId, stored, { path: stored.path, name: plainName(name), ...told });
      return importView(await getImport(this.area, accountId, id));
    } catch (error) {
      // Unread bytes would count as the connection's next request.
      reply.header('connection', 'close');
      throw error;
    }
  }

  /** Reads the file in its turn. */
  private async beginReading(accountId: number, stored: StoredFile, file: SentFile): Promise<number> {
    let place: Place | null = null;
    try {
      // The line may have filled during the upload.
      place = this.line.enter(accountId);
      const [taken, id] = [place, await this.imports.begin(accountId, file.name, file.brickfolio)];
      this.account.inBackground(async () => {
        this.reading.set(id, accountId);
        try {
          await this.line.read(taken, () => stageImport(this.area, accountId, id, file));
        } finally {
          this.reading.delete(id);
          await stored.remove();
        }
      });
      return id;
    } catch (error) {
      if (place !== null) this.line.leave(place);
      await stored.remove();
      throw error;
    }
  }

  @Get(':id')
  @Ok(ImportView)
  async getImport(@RecordId() id: number, @AccountId() accountId: number): Promise<ImportView> {
    const found = await getImport(this.area, accountId, id);
    const isOpen = found.state === 'ready' && found.kind === 'collection';
    return importView(found, isOpen ? await this.imports.summarizeCopiesBefore(accountId, id) : undefined);
  }

  // Extends the timeout, as a commit writes tens of thousands of rows.
  @Post(':id/commit')
  @Ok(ImportView)
  async commitImport(
    @RecordId() id: number,
    @Query() { preview }: CommitQuery,
    @Req() request: FastifyRequest,
    @CurrentSession() session: OwnSession,
  ): Promise<ImportView> {
    request.raw.socket.setTimeout(LONG_ANSWER_MS);
    const done = await commitImport(this.area, session.accountId, id, preview);
    const { rows, fileName } = done;
    const summary = `Imported ${fileName}: ${rows.new} added, ${rows.changed} changed.`;
    await recordEvent(this.account, session, 'import_committed', summary);
    return importView(done);
  }

  @Post(':id/undo')
  @Ok(ImportView)
  async undoImport(
    @RecordId() id: number,
    @Req() request: FastifyRequest,
    @CurrentSession() session: OwnSession,
  ): Promise<ImportView> {
    request.raw.socket.setTimeout(LONG_ANSWER_MS);
    const done = await undoImport(this.area, session.accountId, id);
    const kept = done.kept > 0 ? `; ${done.kept} rows were changed since and stay` : '';
    const summary = `Undid the import of ${done.fileName}${kept}.`;
    await recordEvent(this.account, session, 'import_undone', summary);
    return importView(done);
  }

  private async keepFiles(): Promise<void> {
    for (const [id, accountId] of this.reading) await this.imports.keep(accountId, id);
  }
}
