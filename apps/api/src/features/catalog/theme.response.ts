import { ApiProperty } from '@nestjs/swagger';

export class ThemeEntry {
  @ApiProperty()
  theme!: string;

  @ApiProperty({ type: 'integer', minimum: 0 })
  set_count!: number;
}

export class ThemesResponse {
  @ApiProperty({ type: [ThemeEntry] })
  themes!: readonly ThemeEntry[];
}
