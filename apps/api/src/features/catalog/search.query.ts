import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsString } from 'class-validator';
import { Characters } from '../../http/characters.decorator.ts';
import { PageQuery } from '../../http/page.query.ts';

const MESSAGE = 'q is required: at least 2 characters, at most 100';

/** A search over numbers and names. */
export class SearchQueryParameters extends PageQuery {
  @ApiProperty({
    minLength: 2,
    maxLength: 100,
    description: 'Matches numbers and names: every word must occur; case and accents do not count, and `ø` is `o`.',
  })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
  @IsString({ message: MESSAGE })
  @Characters(2, 100, { message: MESSAGE })
  q!: string;
}
