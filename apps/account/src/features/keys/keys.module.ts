import { Module } from '@nestjs/common';
import { KeysController } from './keys.controller.ts';

@Module({
  controllers: [KeysController],
})
export class KeysModule {}
