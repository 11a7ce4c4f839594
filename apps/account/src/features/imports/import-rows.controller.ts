import { AccountId } from '@brickmarket/extension';
import { SetDirectory } from '@brickmarket/operations/sets';
import {
  cellsAfter,
  cellsOf,
  chooseAction,
  correctRow,
  exportRejects,
  getImport,
  type ImportArea,
} from '@brickmarket/operations/staged-import';
import {
  AccountBook,
  ItemDirectory,
  type PreviewRow,
  ROW_STATES,
  type RowAction,
  type RowState,
  StagedImports,
  StoreClock,
  type CopiesBefore as StoredCopies,
} from '@brickmarket/persistence-ports';
import { Body, Controller, Get, Post, Query, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IsIn, ValidateBy } from 'class-validator';
import { CsvAnswer, CsvExports } from '../../http/csv-exports.ts';
import { NoContent, Ok } from '../../http/declared-answers.ts';
import { AccountError } from '../../http/errors.ts';
import { isStorableText, pageQuery, RecordId } from '../../http/input.ts';
import * as is from '../../http/properties.ts';

const MAX_CELL = 2_000;
const ACTIONS: readonly RowAction[] = ['take', 'add', 'leave'];
const SHOWN_STATES = [...ROW_STATES, 'kept'] as const;

class RowsQuery extends pageQuery(50, 100) {
  @is.OptionalText()
  @IsIn(SHOWN_STATES, { message: `Rows are ${SHOWN_STATES.join(', ')}.` })
  state?: RowState | 'kept';
}

class ActionBody {
  @is.OneOf(...ACTIONS)
  @IsIn(ACTIONS, { message: 'A row is taken ("take"), added to the copies that exist ("add") or left out ("leave").' })
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
        Object.values(value).every((cell) => isStorableText(cell, MAX_CELL)),
      defaultMessage: () => `Cells are texts of at most ${MAX_CELL} characters.`,
    },
  });

class CorrectionBody {
  @is.NamedTexts() @Cells() cells!: Record<string, string>;
}

class NearSet {
  @is.Text() setNumber!: string;
  @is.Text() title!: string;
}

class CopiesBefore {
  @is.Whole() copies!: number;
  @is.Texts() fileNames!: readonly string[];
}

class ImportRowView {
  @is.Whole() position!: number;
  @is.Whole() line!: number;
  @is.Text() text!: string;
  @is.OneOf(...ROW_STATES) state!: string;
  @is.OneOf(...ACTIONS) action!: string;
  @is.Flag() isCorrected!: boolean;
  @is.Flag() isKept!: boolean;
  @is.TextOrNull() reason!: string | null;
  @is.TextOrNull() title!: string | null;
  @is.Parts(() => NearSet) nearest!: readonly NearSet[];
  @is.NamedTexts({ nullable: true }) cells!: Readonly<Record<string, string>> | null;
  /** Stored record that would change or that conflicts. */
  @is.NamedTexts({ nullable: true }) stored!: Readonly<Record<string, string>> | null;
  /** For new rows: existing copies of the set and condition. */
  @is.PartOrNull(() => CopiesBefore) copiesBefore!: CopiesBefore | null;
}

class ImportRows {
  @is.Parts(() => ImportRowView) rows!: readonly ImportRowView[];
}

@ApiTags('Import')
@Controller('account/api/imports')
export class ImportRowsController {
  private readonly area: ImportArea;

  constructor(
    private readonly imports: StagedImports,
    items: ItemDirectory,
    book: AccountBook,
    storeClock: StoreClock,
    private readonly directory: SetDirectory,
    private readonly exports: CsvExports,
  ) {
    this.area = { imports, items, book, storeClock };
  }

  @Get(':id/rows')
  @Ok(ImportRows)
  async listImportRows(
    @RecordId() id: number,
    @Query() { state, limit, offset }: RowsQuery,
    @AccountId() accountId: number,
  ): Promise<ImportRows> {
    const found = await getImport(this.area, accountId, id);
    const rows = await this.imports.listRows(accountId, id, { state: state ?? null, limit, offset });
    const added = rows.filter((row) => row.state === 'new').map(({ position }) => position);
    const isOpen = found.state === 'ready' && found.kind === 'collection' && added.length > 0;
    const before = isOpen ? await this.imports.listCopiesBefore(accountId, id, added) : [];
    return { rows: await this.rowViews(rows, new Map(before.map((one) => [one.position, one]))) };
  }

  @Post(':id/rows/:position/action')
  @NoContent()
  async chooseRowAction(
    @RecordId() id: number,
    @RecordId('position') position: number,
    @Body() { action }: ActionBody,
    @AccountId() accountId: number,
  ): Promise<void> {
    await this.getRow(accountId, id, position);
    await chooseAction(this.area, accountId, { id, position }, action);
  }

  @Post(':id/rows/:position/correction')
  @NoContent()
  async correctImportRow(
    @RecordId() id: number,
    @RecordId('position') position: number,
    @Body() { cells }: CorrectionBody,
    @AccountId() accountId: number,
  ): Promise<void> {
    await this.getRow(accountId, id, position, ['ready', 'committed']);
    await correctRow(this.area, accountId, { id, position }, cells);
  }

  @Get(':id/rejects.csv')
  @CsvAnswer()
  async downloadRejects(@RecordId() id: number, @AccountId() accountId: number): Promise<StreamableFile> {
    await getImport(this.area, accountId, id);
    return this.exports.send(accountId, exportRejects(this.area, accountId, id), 'rejects.csv');
  }

  private async getRow(
    accountId: number,
    id: number,
    position: number,
    states: readonly string[] = ['ready'],
  ): Promise<PreviewRow> {
    const { state } = await getImport(this.area, accountId, id);
    if (!states.includes(state))
      throw new AccountError('Conflict', `This import is ${state}; its rows cannot be changed.`);
    const row = await this.imports.findRow(accountId, id, position);
    if (row === null) throw new AccountError('NotFound', 'This import has no such row.');
    return row;
  }

  private async rowViews(
    rows: readonly PreviewRow[],
    before: ReadonlyMap<number, StoredCopies>,
  ): Promise<ImportRowView[]> {
    const cells = rows.map(({ state, record, stored }) =>
      state === 'changed' && record !== null && stored !== null
        ? cellsAfter(record, stored)
        : record && cellsOf(record),
    );
    const numbers = [...cells.map((row) => row?.['set_number'] ?? ''), ...rows.flatMap(({ nearest }) => nearest)];
    const sets = await this.directory.findByNumbers(numbers);
    return rows.map((row, index) => ({
      ...row,
      title: sets.get(cells[index]?.['set_number'] ?? '')?.title ?? null,
      nearest: row.nearest.map((number) => ({ setNumber: number, title: sets.get(number)?.title ?? '' })),
      cells: cells[index] ?? null,
      stored: row.stored && cellsOf(row.stored),
      copiesBefore: before.get(row.position) ?? null,
    }));
  }
}
