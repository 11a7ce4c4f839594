import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsArray, IsOptional, IsString } from 'class-validator';
import { Characters } from '../../http/characters.decorator.ts';

const ITEM = { type: 'string', minLength: 1, maxLength: 100 } as const;

/** What a batch asks for, as it is sent. */
export class BatchBody {
  @ApiPropertyOptional({ type: 'array', items: ITEM, description: 'Set numbers.' })
  @IsOptional()
  @IsArray()
  @IsString({ each: true })
  @Characters(ITEM.minLength, ITEM.maxLength, { each: true })
  sets?: string[];

  @ApiPropertyOptional({ type: 'array', items: ITEM, description: 'Minifigure numbers.' })
  @IsOptional()
  @IsArray()
  @IsString({ each: true })
  @Characters(ITEM.minLength, ITEM.maxLength, { each: true })
  minifigs?: string[];
}
