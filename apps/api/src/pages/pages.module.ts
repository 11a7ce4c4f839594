import { Module } from '@nestjs/common';
import { DocsController } from './docs.controller.ts';
import { LandingController } from './landing.controller.ts';

/** What the service shows to people. */
@Module({ controllers: [LandingController, DocsController] })
export class PagesModule {}
