import { type BookArea, undoEdit } from '@brickmarket/operations/portfolio';
import type { SessionRecord } from '@brickmarket/persistence-ports';
import { Controller, Get, Inject, Param } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentSession } from '../../area/signed-in.guard.ts';
import { RecordIdPipe } from '../../http/input.ts';
import { Flag, Moment, Parts, Text, TextOrNull, Whole } from '../../openapi/properties.ts';
import { answerEdit, BOOK_AREA, EditAnswer, EditRoute } from './book.ts';

const MAX_EDITS = 50;

class EditView {
  @Whole() id!: number;
  @Moment() at!: string;
  @Text() kind!: string;
  @Text() summary!: string;
  @TextOrNull() set_number!: string | null;
  @Flag() can_undo!: boolean;
}

class EditList {
  @Parts(() => EditView) changes!: EditView[];
}

/** What an owner changed in the collection and the ledger, and taking it back. */
@ApiTags('Holdings')
@Controller('account/api/changes')
export class ChangesController {
  constructor(@Inject(BOOK_AREA) private readonly area: BookArea) {}

  @Get()
  @ApiOkResponse({ type: EditList })
  async listChanges(@CurrentSession() { accountId }: SessionRecord): Promise<EditList> {
    const edits = await this.area.book.listEdits(accountId, MAX_EDITS);
    return {
      changes: edits.map(({ id, at, kind, summary, setNumber, undoneBy }) => ({
        id,
        at: at.toISOString(),
        kind,
        summary,
        set_number: setNumber ?? null,
        can_undo: undoneBy === null,
      })),
    };
  }

  @EditRoute(':id/undo')
  undoChange(
    @Param('id', RecordIdPipe) id: number,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<EditAnswer> {
    return answerEdit(undoEdit(this.area, accountId, id));
  }
}
