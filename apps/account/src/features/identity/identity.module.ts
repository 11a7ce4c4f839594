import { Module } from '@nestjs/common';
import { LinksController } from './links.controller.ts';
import { SecurityController } from './security.controller.ts';
import { SessionStates } from './session-state.ts';
import { SignInController } from './sign-in.controller.ts';

@Module({
  controllers: [SignInController, LinksController, SecurityController],
  providers: [SessionStates],
})
export class IdentityModule {}
