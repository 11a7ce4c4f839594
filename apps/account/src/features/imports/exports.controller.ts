import { AccountId } from '@brickmarket/extension';
import { collectionTemplate, exportOwnBrickfolio, exportOwnSales } from '@brickmarket/operations/staged-import';
import { AccountBook } from '@brickmarket/persistence-ports';
import { Controller, Get, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CsvAnswer, CsvExports } from '../../http/csv-exports.ts';

/** Files that the import reads back: CSV identically. */
@ApiTags('Import')
@Controller('account/api/export')
export class ExportsController {
  constructor(
    private readonly book: AccountBook,
    private readonly exports: CsvExports,
  ) {}

  @Get('collection.csv')
  @CsvAnswer()
  exportCollection(@AccountId() accountId: number): StreamableFile {
    return this.exports.send(accountId, exportOwnBrickfolio(this.book, accountId), 'brickmarket-collection.csv');
  }

  @Get('collection.bsx')
  @CsvAnswer('application/xml')
  exportBrickStore(@AccountId() accountId: number): StreamableFile {
    const holdings = exportOwnBrickfolio(this.book, accountId, 'bsx');
    return this.exports.send(accountId, holdings, 'brickmarket-collection.bsx', 'application/xml');
  }

  @Get('template.csv')
  @CsvAnswer()
  downloadTemplate(@AccountId() accountId: number): StreamableFile {
    return this.exports.send(accountId, collectionTemplate(), 'brickmarket-template.csv');
  }

  @Get('sales.csv')
  @CsvAnswer()
  exportSales(@AccountId() accountId: number): StreamableFile {
    return this.exports.send(accountId, exportOwnSales(this.book, accountId), 'brickmarket-sales.csv');
  }
}
