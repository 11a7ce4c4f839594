import { exportOwnBrickfolio, exportOwnSales } from '@brickmarket/operations/imports';
import { AccountBook, type SessionRecord } from '@brickmarket/persistence-ports';
import { Controller, Get, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentSession } from '../../area/signed-in.guard.ts';
import { csvFile } from '../../http/csv-file.ts';

/** A collection and its sales as files that the import reads back identically. */
@ApiTags('Import')
@Controller('account/api/export')
export class ExportsController {
  constructor(private readonly book: AccountBook) {}

  @Get('collection.csv')
  exportCollection(@CurrentSession() { accountId }: SessionRecord): StreamableFile {
    return csvFile(exportOwnBrickfolio(this.book, accountId), 'brickmarket-collection.csv');
  }

  @Get('sales.csv')
  exportSales(@CurrentSession() { accountId }: SessionRecord): StreamableFile {
    return csvFile(exportOwnSales(this.book, accountId), 'brickmarket-sales.csv');
  }
}
