import { Module } from '@nestjs/common';
import { SetDocuments } from './set-documents.ts';
import { SetController } from './set.controller.ts';
import { ThemesController } from './themes.controller.ts';

@Module({ controllers: [SetController, ThemesController], providers: [SetDocuments] })
export class CatalogModule {}
