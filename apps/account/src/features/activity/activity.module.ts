import { Module } from '@nestjs/common';
import { ActivityController } from './activity.controller.ts';

@Module({
  controllers: [ActivityController],
})
export class ActivityModule {}
