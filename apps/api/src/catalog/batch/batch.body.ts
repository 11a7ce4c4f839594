import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsArray, IsOptional, IsString, Length } from 'class-validator';

/** What a batch asks for, as it is sent. */
export class BatchBody {
  @ApiPropertyOptional({ type: [String], description: 'Set numbers.' })
  @IsOptional()
  @IsArray()
  @IsString({ each: true })
  @Length(1, 100, { each: true })
  sets?: string[];

  @ApiPropertyOptional({ type: [String], description: 'Minifigure numbers.' })
  @IsOptional()
  @IsArray()
  @IsString({ each: true })
  @Length(1, 100, { each: true })
  minifigs?: string[];
}
