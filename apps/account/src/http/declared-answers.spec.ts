import 'reflect-metadata';
import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { lastValueFrom, of } from 'rxjs';
import { DayOrNull, Moment, Part, PartOrNull, Parts, Text, TextOrNull } from './properties.ts';
import { DeclaredAnswers, NoContent, Ok } from './declared-answers.ts';

class Author {
  @Text() name!: string;
}

class Book {
  @Text() title!: string;
  @DayOrNull() boughtDay!: number | null;
}

class OwnBook extends Book {
  @Moment() readAt!: Date;
  @TextOrNull() note?: string | null;
}

class Shelf {
  @Part(() => Author) owner!: Author;
  @PartOrNull(() => Author) friend!: Author | null;
  @Parts(() => OwnBook) books!: readonly OwnBook[];
}

const SECRET = { passwordHash: 'a secret' };
const READ_AT = new Date('2026-11-15T12:00:00Z');

class Routes {
  @Ok(Shelf)
  getShelf(): Shelf {
    const book = { title: 'Bricks', boughtDay: 20_000, readAt: READ_AT, ...SECRET };
    return { owner: { name: 'ann', ...SECRET }, friend: null, books: [book, { ...book, boughtDay: null }], ...SECRET };
  }

  @NoContent()
  clear(): void {}
}

const routes = new Routes();

async function answerOf(name: 'getShelf' | 'clear'): Promise<unknown> {
  const context = { getHandler: () => routes[name] } as unknown as ExecutionContext;
  const answers = new DeclaredAnswers(new Reflector());
  return lastValueFrom(answers.intercept(context, { handle: () => of(routes[name]() as unknown as object) }));
}

describe('what a route of the account area answers', () => {
  it('is what it declares: a field that is not declared goes out at no depth', async () => {
    const answer = await answerOf('getShelf');
    expect(JSON.stringify(answer)).not.toMatch(/secret|password/);
    expect(answer).toEqual({
      owner: { name: 'ann' },
      friend: null,
      books: [
        { title: 'Bricks', boughtDay: '2024-10-04', readAt: READ_AT, note: null },
        { title: 'Bricks', boughtDay: null, readAt: READ_AT, note: null },
      ],
    });
  });

  it('is nothing where it declares that there is no content', async () => {
    expect(await answerOf('clear')).toBeUndefined();
  });
});
