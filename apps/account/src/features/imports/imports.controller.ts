import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Condition } from '@brickmarket/domain';
import { type KeyArea, record as recordEvent, type Visitor } from '@brickmarket/operations/identity';
import { commitImport, getImport, type ImportArea, stageImport, undoImport } from '@brickmarket/operations/imports';
import {
  AccountBook,
  ItemDirectory,
  type SessionRecord,
  type StagedImport,
  StagedImports,
  StoreClock,
} from '@brickmarket/persistence-ports';
import { Controller, Get, HttpCode, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiParam, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import { ACCOUNT_AREA } from '../../area/area.module.ts';
import { CurrentSession, CurrentVisitor } from '../../area/signed-in.guard.ts';
import { AccountError } from '../../http/errors.ts';
import { RecordIdPipe, TextField } from '../../http/input.ts';
import { OptionalText, Text } from '../../openapi/properties.ts';
import { ImportList, ImportView, importView } from './import-view.ts';

/** As it is sent: the page compresses it, which makes a table of 100,000 rows a few megabytes. */
const MAX_SENT_BYTES = 16 * 1024 * 1024;
const LONG_ANSWER_MS = 120_000;
const CONDITIONS: readonly Condition[] = ['sealed', 'used'];
const DATE_FORMATS = ['DD/MM/YYYY', 'MM/DD/YYYY'] as const;
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

class CommitQuery {
  /** The preview that the person saw; without it the latest is taken. */
  @OptionalText() @IsOptional() @TextField(40, 'the name of a preview') preview?: string;
}

@ApiTags('Import')
@Controller('account/api/imports')
export class ImportsController {
  private readonly area: ImportArea;
  private readonly reading = pLimit(MAX_READING);

  constructor(
    @Inject(ACCOUNT_AREA) private readonly account: KeyArea,
    private readonly imports: StagedImports,
    items: ItemDirectory,
    book: AccountBook,
    storeClock: StoreClock,
  ) {
    this.area = { imports, items, book, storeClock };
  }

  @Get()
  @ApiOkResponse({ type: ImportList })
  async listImports(@CurrentSession() { accountId }: SessionRecord): Promise<ImportList> {
    return { imports: (await this.imports.list(accountId, 20)).map((one) => this.view(one)) };
  }

  @Post()
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

  @Get(':id')
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiOkResponse({ type: ImportView })
  async getImport(
    @Param('id', RecordIdPipe) id: number,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<ImportView> {
    return this.view(await getImport(this.area, accountId, id));
  }

  // The socket may be silent for longer than others: tens of thousands of rows are written before the answer.
  @Post(':id/commit')
  @HttpCode(200)
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiOkResponse({ type: ImportView })
  async commitImport(
    @Param('id', RecordIdPipe) id: number,
    @Query() { preview }: CommitQuery,
    @Req() request: FastifyRequest,
    @CurrentSession() { accountId }: SessionRecord,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<ImportView> {
    request.raw.socket.setTimeout(LONG_ANSWER_MS);
    const done = await commitImport(this.area, accountId, id, preview);
    const { rows, fileName } = done;
    const summary = `Imported ${fileName}: ${rows.new} added, ${rows.changed} changed.`;
    await recordEvent(this.account, accountId, 'import_committed', summary, visitor);
    return this.view(done);
  }

  @Post(':id/undo')
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

  private view(found: StagedImport): ImportView {
    return importView(found, this.account.clock.now());
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
