import { epochDayOf, setStatusOn } from '@brickmarket/domain';
import { SetDirectory } from '@brickmarket/operations/sets';
import { type SetIdentity, StoreClock } from '@brickmarket/persistence-ports';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiProperty, ApiTags } from '@nestjs/swagger';
import { TextField } from '../http/input.ts';
import { OneOf, Parts, Text, Whole } from '../openapi/properties.ts';

const MAX_SUGGESTIONS = 8;
const STATUSES = ['announced', 'available', 'retiring_soon', 'retired'] as const;

class SearchQuery {
  @Text() @TextField(100, 'a part of a set number or name') q!: string;
}

export class SetCard {
  @Text() set_number!: string;
  @Text() title!: string;
  @Text() theme!: string;
  @ApiProperty({ type: 'integer', nullable: true }) year!: number | null;
  @Whole() pieces!: number;
  @OneOf(...STATUSES) status!: string;
}

class SetSuggestions {
  @Parts(() => SetCard) sets!: SetCard[];
  /** How many sets match in all. */
  @Whole() total!: number;
}

@ApiTags('Sets')
@Controller('account/api/sets')
export class SetsController {
  constructor(
    private readonly directory: SetDirectory,
    private readonly clock: StoreClock,
  ) {}

  @Get('search')
  @ApiOkResponse({ type: SetSuggestions })
  async searchSets(@Query() { q }: SearchQuery): Promise<SetSuggestions> {
    const today = epochDayOf(await this.clock.now());
    const { items, total } = await this.directory.search(q, MAX_SUGGESTIONS);
    return { sets: items.map((set) => setCard(set, today)), total };
  }
}

export function setCard(set: SetIdentity, today: number): SetCard {
  const { setNumber, title, theme, year, pieces } = set;
  return { set_number: setNumber, title, theme, year, pieces, status: STATUSES[setStatusOn(set, today) - 1]! };
}
