import { createHash } from 'node:crypto';
import { AccountId } from '@brickmarket/extension';
import { type FeedArea, readFeed, removeFeed, renewFeed } from '@brickmarket/operations/alerts';
import type { OwnSession, Visitor } from '@brickmarket/operations/identity';
import { Controller, Delete, Get, Headers, Inject, Param, Post, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CurrentSession, CurrentVisitor, Public } from '../../area/signed-in.guard.ts';
import { Created, NoContent, Ok } from '../../http/declared-answers.ts';
import { AccountError } from '../../http/errors.ts';
import * as is from '../../http/properties.ts';
import { FEED_AREA } from './alert-area.ts';
import { FeedLimits } from './feed-limits.ts';

/** Readers poll every quarter of an hour; shared caches must not store secret content. */
const CACHE = 'private, max-age=300';

class FeedView {
  /** Start of the present address; null: none. */
  @is.MomentOrNull() createdAt!: Date | null;
}

class NewFeedView {
  /** Shown only here. */
  @is.Text() url!: string;
}

@ApiTags('Alerts')
@Controller('account')
export class FeedController {
  private readonly limits: FeedLimits;

  constructor(@Inject(FEED_AREA) private readonly area: FeedArea) {
    this.limits = new FeedLimits(area.account.clock);
  }

  @Get('api/alerts/feed')
  @Ok(FeedView)
  async getFeed(@AccountId() accountId: number): Promise<FeedView> {
    return { createdAt: await this.area.feeds.findCreatedAt(accountId) };
  }

  @Post('api/alerts/feed')
  @Created(NewFeedView)
  async renewFeed(@CurrentSession() session: OwnSession): Promise<NewFeedView> {
    return { url: await renewFeed(this.area, session) };
  }

  @Delete('api/alerts/feed')
  @NoContent()
  removeFeed(@CurrentSession() session: OwnSession): Promise<void> {
    return removeFeed(this.area, session);
  }

  /** No session: the address is the secret. */
  @Public()
  @Get('feeds/:secret')
  @ApiExcludeEndpoint()
  async readFeed(
    @Param('secret') secret: string,
    @Headers('if-none-match') known: string | undefined,
    @CurrentVisitor() { network }: Visitor,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    this.limits.spend({ network, secret });
    const feed = await readFeed(this.area, secret);
    if (feed === null) throw new AccountError('NotFound', 'There is nothing at this address.');
    const tag = `"${createHash('sha256').update(feed).digest('base64url')}"`;
    reply.headers({ etag: tag, 'cache-control': CACHE });
    await (known?.includes(tag)
      ? reply.status(304).send()
      : reply.type('application/rss+xml; charset=utf-8').send(feed));
  }
}
