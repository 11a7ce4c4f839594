import { Module } from '@nestjs/common';
import { alertArea } from './alert-area.ts';
import { DeliveriesController } from './deliveries.controller.ts';
import { EndpointsController } from './endpoints.controller.ts';
import { InboxController } from './inbox.controller.ts';
import { RulesController } from './rules.controller.ts';

@Module({
  controllers: [InboxController, RulesController, EndpointsController, DeliveriesController],
  providers: [alertArea],
})
export class AlertsModule {}
