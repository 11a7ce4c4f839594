import { Module } from '@nestjs/common';
import { alertArea, feedArea } from './alert-area.ts';
import { DeliveriesController } from './deliveries.controller.ts';
import { EndpointsController } from './endpoints.controller.ts';
import { FeedController } from './feed.controller.ts';
import { InboxController } from './inbox.controller.ts';
import { RulesController } from './rules.controller.ts';

@Module({
  controllers: [InboxController, RulesController, EndpointsController, DeliveriesController, FeedController],
  providers: [alertArea, feedArea],
})
export class AlertsModule {}
