import { Module } from '@nestjs/common';
import { HistoryDocuments } from './history-documents.ts';
import { HistoryController } from './history.controller.ts';

/** What sets were worth, month by month. */
@Module({ controllers: [HistoryController], providers: [HistoryDocuments] })
export class HistoryModule {}
