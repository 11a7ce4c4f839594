import { AccountId } from '@brickmarket/extension';
import { type BookArea, undoEdit } from '@brickmarket/operations/portfolio';
import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Ok } from '../../http/declared-answers.ts';
import { RecordId } from '../../http/input.ts';
import * as is from '../../http/properties.ts';
import { answerEdit, BOOK_AREA, EditAnswer, EditRoute } from './book.ts';

const MAX_EDITS = 50;

class EditView {
  @is.Whole() id!: number;
  @is.Moment() at!: Date;
  @is.Text() kind!: string;
  @is.Text() summary!: string;
  @is.TextOrNull() setNumber?: string | null;
  @is.Flag() canUndo!: boolean;
}

class EditList {
  @is.Parts(() => EditView) changes!: readonly EditView[];
}

@ApiTags('Holdings')
@Controller('account/api/changes')
export class ChangesController {
  constructor(@Inject(BOOK_AREA) private readonly area: BookArea) {}

  @Get()
  @Ok(EditList)
  async listChanges(@AccountId() accountId: number): Promise<EditList> {
    const edits = await this.area.book.listEdits(accountId, MAX_EDITS);
    return { changes: edits.map((edit) => ({ ...edit, canUndo: edit.undoneBy === null })) };
  }

  @EditRoute(':id/undo')
  undoChange(@RecordId() id: number, @AccountId() accountId: number): Promise<EditAnswer> {
    return answerEdit(undoEdit(this.area, accountId, id));
  }
}
