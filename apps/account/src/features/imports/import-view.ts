import { columnsOf } from '@brickmarket/operations/staged-import';
import type { StagedImport } from '@brickmarket/persistence-ports';
import { ApiProperty } from '@nestjs/swagger';
import { Moment, MomentOrNull, OneOf, Part, Parts, Text, Texts, TextOrNull, Whole } from '../../openapi/properties.ts';

class RowCounts {
  @Whole() new!: number;
  @Whole() same!: number;
  @Whole() changed!: number;
  @Whole() rejected!: number;
  @Whole() left!: number;
  @Whole() kept!: number;
}

export class ImportView {
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
  /** Names the preview that the rows show: a commit takes exactly that one. */
  @TextOrNull() preview!: string | null;
  /** Names of the cells of its rows, in order. */
  @Texts() columns!: string[];
}

export class ImportList {
  @Parts(() => ImportView) imports!: ImportView[];
}

export function importView(found: StagedImport): ImportView {
  const { createdAt, kind } = found;
  return {
    id: found.id,
    file_name: found.fileName,
    state: found.state,
    kind,
    source: found.source,
    fault: found.fault,
    progress: found.progress,
    created_at: createdAt.toISOString(),
    committed_at: found.committedAt?.toISOString() ?? null,
    undone_at: found.undoneAt?.toISOString() ?? null,
    rows: { ...found.rows, kept: found.kept },
    preview: found.preview,
    columns: kind === null ? [] : [...columnsOf(kind)],
  };
}
