import { columnsOf, suggestColumns, suggestSalesColumns } from '@brickmarket/operations/staged-import';
import type { CopiesBeforeSummary, StagedImport } from '@brickmarket/persistence-ports';
import {
  Amount,
  Moment,
  MomentOrNull,
  NamedTexts,
  OneOf,
  OneOfOrNull,
  Part,
  Parts,
  Text,
  TextOrNull,
  Texts,
  Whole,
} from '../../openapi/properties.ts';

class RowCounts {
  @Whole() new!: number;
  @Whole() same!: number;
  @Whole() changed!: number;
  @Whole() rejected!: number;
  @Whole() left!: number;
  @Whole() kept!: number;
}

class CopiesBeforeView {
  @Whole() rows!: number;
  @Texts() fileNames!: readonly string[];
}

export class ImportView {
  @Whole() id!: number;
  @Text() fileName!: string;
  @OneOf('reading', 'ready', 'failed', 'committed', 'undone') state!: string;
  @OneOfOrNull('collection', 'sales') kind!: string | null;
  @TextOrNull() source!: string | null;
  @TextOrNull() fault!: string | null;
  /** What has to be said before it can be read. */
  @OneOfOrNull('columns', 'dates') question!: string | null;
  /** The columns of the file, where it is asked what they are. */
  @Texts() columnsFound!: readonly string[];
  /** What they probably are: the file's name for columns of our own format. */
  @NamedTexts() columnsSuggested!: Readonly<Record<string, string>>;
  /** The same, if it is a list of sales. */
  @NamedTexts() salesColumnsSuggested!: Readonly<Record<string, string>>;
  /** Where copies go of which the file names no brickfolio; null for the default one. */
  @TextOrNull() brickfolio!: string | null;
  /** New rows of which the collection has copies already, and the other files that brought these. */
  @Part(() => CopiesBeforeView) copiesBefore!: CopiesBeforeView;
  @Amount() progress!: number;
  @Moment() createdAt!: Date;
  @MomentOrNull() committedAt!: Date | null;
  @MomentOrNull() undoneAt!: Date | null;
  @Part(() => RowCounts) rows!: RowCounts;
  /** Names the preview that the rows show: a commit takes exactly that one. */
  @TextOrNull() preview!: string | null;
  /** Names of the cells of its rows, in order. */
  @Texts() columns!: readonly string[];
}

export class ImportList {
  @Parts(() => ImportView) imports!: readonly ImportView[];
}

const NO_COPIES: CopiesBeforeSummary = { rows: 0, fileNames: [] };

export function importView(found: StagedImport, before = NO_COPIES): ImportView {
  return {
    ...found,
    columnsSuggested: suggestColumns(found.columnsFound),
    salesColumnsSuggested: suggestSalesColumns(found.columnsFound),
    copiesBefore: before,
    rows: { ...found.rows, kept: found.kept },
    columns: found.kind === null ? [] : columnsOf(found.kind),
  };
}
