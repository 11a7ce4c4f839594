import { describeEvent } from '@brickmarket/alerts';
import { AccountId } from '@brickmarket/extension';
import {
  addRule,
  type AlertArea,
  changeOwnRule,
  MAX_RULES,
  removeOwnRule,
  switchOwnRule,
  tryRule,
} from '@brickmarket/operations/alerts';
import type { SessionRecord } from '@brickmarket/persistence-ports';
import { Body, Controller, Delete, Get, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentSession } from '../../area/signed-in.guard.ts';
import { Created, NoContent, Ok } from '../../http/declared-answers.ts';
import { RecordId } from '../../http/input.ts';
import * as is from '../../http/properties.ts';
import { ALERT_AREA } from './alert-area.ts';
import { atField } from './inbox.controller.ts';
import { RULE_FIELDS, RuleBody, ruleOf } from './rule-body.ts';
import { kindView, RuleList, ruleView, RuleView, sentenceOf } from './rule-view.ts';

const SHOWN_FIRINGS = 20;

class FiringView {
  @is.Moment() at!: Date;
  @is.Text() summary!: string;
}

class TriedRule {
  @is.Text() sentence!: string;
  /** Alerts in the past year. */
  @is.Whole() count!: number;
  /** Newest first. */
  @is.Parts(() => FiringView) latest!: readonly FiringView[];
}

@ApiTags('Alerts')
@Controller('account/api/alerts/rules')
export class RulesController {
  constructor(@Inject(ALERT_AREA) private readonly area: AlertArea) {}

  @Get()
  @Ok(RuleList)
  async listRules(@AccountId() accountId: number): Promise<RuleList> {
    const [rules, names] = await Promise.all([this.area.rules.list(accountId), this.#brickfolioNames(accountId)]);
    const { kinds } = this.area;
    return {
      rules: rules.map((rule) => ruleView(kinds, rule, names)),
      kinds: kinds.watchable.map(kindView),
      maxRules: MAX_RULES,
    };
  }

  @Post()
  @Created(RuleView)
  async createRule(@Body() body: RuleBody, @AccountId() accountId: number): Promise<RuleView> {
    const created = await atField(RULE_FIELDS, () =>
      addRule(this.area, accountId, ruleOf(this.area.kinds, body), this.area.account.clock),
    );
    return ruleView(this.area.kinds, created, await this.#brickfolioNames(accountId));
  }

  @Post('try')
  @Ok(TriedRule)
  async tryRule(@Body() body: RuleBody, @AccountId() accountId: number): Promise<TriedRule> {
    const { kinds } = this.area;
    const { rule, fired } = await atField(RULE_FIELDS, async () => {
      const tried = ruleOf(kinds, body);
      return { rule: tried, fired: await tryRule(this.area, accountId, tried, this.area.account.clock) };
    });
    return {
      sentence: sentenceOf(kinds, rule, await this.#brickfolioNames(accountId)),
      count: fired.length,
      latest: fired
        .slice(-SHOWN_FIRINGS)
        .toReversed()
        .map((event) => ({ at: event.occurredAt, summary: describeEvent(kinds, event) })),
    };
  }

  @Post(':id')
  @Ok(RuleView)
  async changeRule(
    @RecordId() id: number,
    @Body() body: RuleBody,
    @CurrentSession() session: SessionRecord,
  ): Promise<RuleView> {
    const changed = await atField(RULE_FIELDS, () =>
      changeOwnRule(this.area, session, id, ruleOf(this.area.kinds, body)),
    );
    return ruleView(this.area.kinds, changed, await this.#brickfolioNames(session.accountId));
  }

  @Post(':id/pause')
  @NoContent()
  pauseRule(@RecordId() id: number, @CurrentSession() session: SessionRecord): Promise<void> {
    return switchOwnRule(this.area, session, id, false);
  }

  @Post(':id/resume')
  @NoContent()
  resumeRule(@RecordId() id: number, @CurrentSession() session: SessionRecord): Promise<void> {
    return switchOwnRule(this.area, session, id, true);
  }

  @Delete(':id')
  @NoContent()
  deleteRule(@RecordId() id: number, @CurrentSession() session: SessionRecord): Promise<void> {
    return removeOwnRule(this.area, session, id);
  }

  async #brickfolioNames(accountId: number): Promise<ReadonlyMap<number, string>> {
    const listed = await this.area.book.listBrickfolios(accountId);
    return new Map(listed.map(({ brickfolio }) => [brickfolio.id, brickfolio.name]));
  }
}
