import { type BookArea, undoEdit } from '@brickmarket/operations/portfolio';
import type { SessionRecord } from '@brickmarket/persistence-ports';
import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentSession } from '../../area/signed-in.guard.ts';
import { Ok } from '../../http/declared-answers.ts';
import { RecordId } from '../../http/input.ts';
import { Flag, Moment, Parts, Text, TextOrNull, Whole } from '../../http/properties.ts';
import { answerEdit, BOOK_AREA, EditAnswer, EditRoute } from './book.ts';

const MAX_EDITS = 50;

class EditView {
  @Whole() id!: number;
  @Moment() at!: Date;
  @Text() kind!: string;
  @Text() summary!: string;
  @TextOrNull() setNumber?: string | null;
  @Flag() canUndo!: boolean;
}

class EditList {
  @Parts(() => EditView) changes!: readonly EditView[];
}

@ApiTags('Holdings')
@Controller('account/api/changes')
export class ChangesController {
  constructor(@Inject(BOOK_AREA) private readonly area: BookArea) {}

  @Get()
  @Ok(EditList)
  async listChanges(@CurrentSession() { accountId }: SessionRecord): Promise<EditList> {
    const edits = await this.area.book.listEdits(accountId, MAX_EDITS);
    return { changes: edits.map((edit) => ({ ...edit, canUndo: edit.undoneBy === null })) };
  }

  @EditRoute(':id/undo')
  undoChange(@RecordId() id: number, @CurrentSession() { accountId }: SessionRecord): Promise<EditAnswer> {
    return answerEdit(undoEdit(this.area, accountId, id));
  }
}
