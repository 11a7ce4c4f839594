import { Readable } from 'node:stream';
import { setImmediate as nextTick } from 'node:timers/promises';
import { applyDecorators, Inject, Injectable, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import { ACCOUNT_CONFIG, type AccountConfig } from '../config/config.ts';
import { AccountError } from './errors.ts';

/** Allows exporting portfolio and sales together. */
const MAX_OF_ACCOUNT = 2;
const MAX_IN_ALL = 4;
const RETRY_AFTER_SECONDS = 5;
/** Time limit, as a slow client would hold its slot forever. */
const MAX_DURATION_MS = 300_000;

export const CsvAnswer = (type = 'text/csv'): MethodDecorator =>
  applyDecorators(ApiProduces(type), ApiOkResponse({ schema: { type: 'string' } }));

/** Bounds concurrent exports, as each occupies a connection and processor time. */
@Injectable()
export class CsvExports {
  private readonly running = new Map<Readable, number>();
  private readonly maxInAll: number;
  private lastTurn: Promise<void> = Promise.resolve();

  constructor(@Inject(ACCOUNT_CONFIG) { databasePoolSize }: Pick<AccountConfig, 'databasePoolSize'>) {
    // Leaves at least half of the connections.
    this.maxInAll = Math.max(1, Math.min(MAX_IN_ALL, Math.floor(databasePoolSize / 2)));
  }

  /** Streams a download. AccountError: too many in progress. */
  send(accountId: number, chunks: AsyncIterable<string>, name: string, type = 'text/csv'): StreamableFile {
    this.refuseTooMany(accountId);
    const stream = Readable.from(this.inTurns(chunks));
    this.running.set(stream, accountId);
    const overdue = setTimeout(() => stream.destroy(), MAX_DURATION_MS).unref();
    // Follows the last chunk, an error, or a disconnect.
    stream.once('close', () => {
      clearTimeout(overdue);
      this.running.delete(stream);
    });
    return new StreamableFile(stream, {
      type: `${type}; charset=utf-8`,
      disposition: `attachment; filename="${name}"`,
    });
  }

  /** One chunk of all exports per tick of the event loop, so that pages wait only for one. */
  private async *inTurns(chunks: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const chunk of chunks) {
      yield chunk;
      this.lastTurn = this.lastTurn.then(() => nextTick());
      await this.lastTurn;
    }
  }

  private refuseTooMany(accountId: number): void {
    const own = [...this.running.values()].filter((id) => id === accountId).length;
    if (own >= MAX_OF_ACCOUNT)
      throw new AccountError(
        'TooManyExports',
        'Two of your exports are in progress. Wait until one of them is done.',
        undefined,
        RETRY_AFTER_SECONDS,
      );
    if (this.running.size >= this.maxInAll)
      throw new AccountError(
        'Overloaded',
        'Too many exports are running. Try again in a few seconds.',
        undefined,
        RETRY_AFTER_SECONDS,
      );
  }
}
