import { AccountId } from '@brickmarket/extension';
import type { KeyArea } from '@brickmarket/operations/identity';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ACCOUNT_AREA } from '../../area/area.module.ts';
import { Ok } from '../../http/declared-answers.ts';
import { readPage, RecordsQuery } from '../../http/newest-first.ts';
import * as is from '../../http/properties.ts';

class AuditEventView {
  @is.Whole() id!: number;
  @is.Moment() at!: Date;
  @is.Text() kind!: string;
  @is.Text() summary!: string;
  @is.TextOrNull() address!: string | null;
  @is.TextOrNull() device!: string | null;
}

class AuditPage {
  @is.Parts(() => AuditEventView) events!: readonly AuditEventView[];
  @is.WholeOrNull() nextBefore!: number | null;
}

@ApiTags('Log')
@Controller('account/api/audit')
export class ActivityController {
  constructor(@Inject(ACCOUNT_AREA) private readonly area: KeyArea) {}

  @Get()
  @Ok(AuditPage)
  async listEvents(@Query() query: RecordsQuery, @AccountId() accountId: number): Promise<AuditPage> {
    const { items, nextBefore } = await readPage(
      query,
      (page) => this.area.stores.audit.list(accountId, page),
      ({ id }) => id,
    );
    return { events: items, nextBefore };
  }
}
