import { MAX_ID } from '@brickmarket/domain';
import type { KeyArea } from '@brickmarket/operations/identity';
import type { AuditEvent, SessionRecord } from '@brickmarket/persistence-ports';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiOkResponse, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import { ACCOUNT_AREA } from '../../area/area.module.ts';
import { CurrentSession } from '../../area/signed-in.guard.ts';
import { digits } from '../../http/input.ts';
import { Moment, OptionalField, Parts, Text, TextOrNull, Whole } from '../../openapi/properties.ts';

const MAX_EVENTS = 100;

class ActivityQuery {
  @OptionalField({ type: 'integer', minimum: 1, maximum: MAX_EVENTS, default: 50 })
  @Transform(digits)
  @IsInt({ message: 'The limit is a whole number from 1 to 100.' })
  @Min(1)
  @Max(MAX_EVENTS)
  limit = 50;

  @OptionalField({ type: 'integer', minimum: 1, maximum: MAX_ID })
  @Transform(digits)
  @IsInt({ message: '"before" is the number of an event.' })
  @Min(1)
  @Max(MAX_ID)
  before?: number;
}

class AuditEventView {
  @Whole() id!: number;
  @Moment() at!: string;
  @Text() kind!: string;
  @Text() summary!: string;
  @TextOrNull() address!: string | null;
  @TextOrNull() device!: string | null;
}

class AuditPage {
  @Parts(() => AuditEventView) events!: AuditEventView[];
  @ApiProperty({ type: 'integer', nullable: true }) next_before!: number | null;
}

@ApiTags('Log')
@Controller('account/api/audit')
export class ActivityController {
  constructor(@Inject(ACCOUNT_AREA) private readonly area: KeyArea) {}

  @Get()
  @ApiOkResponse({ type: AuditPage })
  async listEvents(
    @Query() { limit, before }: ActivityQuery,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<AuditPage> {
    // One more than asked for tells whether there is another page.
    const found = await this.area.stores.audit.list(accountId, { before: before ?? null, limit: limit + 1 });
    const events = found.slice(0, limit);
    return { events: events.map(eventView), next_before: found.length > limit ? events.at(-1)!.id : null };
  }
}

function eventView({ id, at, kind, summary, address, device }: AuditEvent): AuditEventView {
  return { id, at: at.toISOString(), kind, summary, address, device };
}
