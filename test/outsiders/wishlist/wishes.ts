import { ConflictError, NotFoundError } from '@brickmarket/domain';
import { AccountId, DATABASE, type ExtensionDatabase, QuotaCost, StrictInput } from '@brickmarket/extension';
import { Body, Controller, Delete, Get, HttpCode, Inject, Injectable, Param, Post, Query } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsInt, IsOptional, Length, Matches, Max, Min } from 'class-validator';

interface Wish {
  readonly id: number;
  readonly set_number: string;
  readonly note: string;
  readonly granted_at: string | null;
}

@StrictInput()
export class NewWish {
  @Matches(/^[\w-]{1,30}$/, { message: 'set_number must be like 75192-1' })
  set_number!: string;

  @IsOptional()
  @Length(0, 200, { message: 'note has at most 200 characters' })
  note: string = '';
}

const LIMIT = 'limit must be a whole number from 1 to 100';

@StrictInput()
export class WishQuery {
  @Transform(({ value }) => (/^\d{1,3}$/.test(String(value)) ? Number(value) : Number.NaN))
  @IsInt({ message: LIMIT })
  @Min(1, { message: LIMIT })
  @Max(100, { message: LIMIT })
  limit: number = 50;
}

@Injectable()
export class Wishes {
  constructor(@Inject(DATABASE) private readonly database: ExtensionDatabase) {}

  list(accountId: number, limit: number): Promise<readonly Wish[]> {
    return this.database.asAccount(accountId, (tx) =>
      tx.query<Wish>('SELECT id, set_number, note, granted_at FROM wish ORDER BY id LIMIT $1', [limit]),
    );
  }

  async add(accountId: number, { set_number, note }: NewWish): Promise<Wish> {
    const [added] = await this.database.asAccount(accountId, (tx) =>
      tx.query<Wish>(
        `INSERT INTO wish (account_id, set_number, note) VALUES ($1, $2, $3)
         ON CONFLICT DO NOTHING RETURNING id, set_number, note, granted_at`,
        [accountId, set_number, note],
      ),
    );
    if (added === undefined) throw new ConflictError(`you wish for ${set_number} already`);
    return added;
  }

  /** A wish that has come true is an event, recorded in the same transaction. */
  grant(accountId: number, id: string): Promise<Wish> {
    return this.database.asAccount(accountId, async (tx) => {
      const [wish] = await tx.query<Wish>(
        'UPDATE wish SET granted_at = now() WHERE id::text = $1 RETURNING id, set_number, note, granted_at',
        [id],
      );
      if (wish === undefined) throw new NotFoundError('there is no such wish');
      const facts = { setNumber: wish.set_number, wishId: wish.id };
      await tx.record({ kind: 'wishlist.granted', accountId, subject: `wish/${wish.id}`, cause: 'granted', facts });
      return wish;
    });
  }

  async remove(accountId: number, id: string): Promise<void> {
    const gone = await this.database.asAccount(accountId, (tx) =>
      tx.query('DELETE FROM wish WHERE id::text = $1 RETURNING id', [id]),
    );
    if (gone.length === 0) throw new NotFoundError('there is no such wish');
  }
}

@Controller('wishes')
export class ApiWishesController {
  constructor(@Inject(Wishes) private readonly wishes: Wishes) {}

  @Get()
  @QuotaCost(1)
  async listWishes(@Query() { limit }: WishQuery, @AccountId() accountId: number): Promise<object> {
    return { wishes: await this.wishes.list(accountId, limit) };
  }

  @Post()
  @HttpCode(200)
  @QuotaCost(2)
  addWish(@Body() wish: NewWish, @AccountId() accountId: number): Promise<Wish> {
    return this.wishes.add(accountId, wish);
  }
}

@Controller('wishes')
export class AccountWishesController {
  constructor(@Inject(Wishes) private readonly wishes: Wishes) {}

  @Get()
  async listWishes(@Query() { limit }: WishQuery, @AccountId() accountId: number): Promise<object> {
    return { wishes: await this.wishes.list(accountId, limit) };
  }

  @Post()
  addWish(@Body() wish: NewWish, @AccountId() accountId: number): Promise<Wish> {
    return this.wishes.add(accountId, wish);
  }

  @Post(':id/grant')
  grantWish(@Param('id') id: string, @AccountId() accountId: number): Promise<Wish> {
    return this.wishes.grant(accountId, id);
  }

  @Delete(':id')
  @HttpCode(204)
  removeWish(@Param('id') id: string, @AccountId() accountId: number): Promise<void> {
    return this.wishes.remove(accountId, id);
  }
}
