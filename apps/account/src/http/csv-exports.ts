import { Readable } from 'node:stream';
import { setImmediate as nextTick } from 'node:timers/promises';
import { applyDecorators, Inject, Injectable, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import { ACCOUNT_CONFIG, type AccountConfig } from '../config/config.ts';
import { AccountError } from './errors.ts';

/** A person who exports the collection and the sales with two clicks waits for neither. */
const MAX_OF_ACCOUNT = 2;
const MAX_IN_ALL = 4;
const RETRY_AFTER_SECONDS = 5;
/** The longest that an export goes on: a client that reads a little now and then would keep its slot for ever. */
const MAX_DURATION_MS = 300_000;

export const CsvAnswer = (): MethodDecorator =>
  applyDecorators(ApiProduces('text/csv'), ApiOkResponse({ schema: { type: 'string' } }));

/**
 * Sends files of CSV, a bounded number at a time. An export occupies a connection to the database and processor time
 * for all of an account's rows, so unbounded ones would make everybody's pages wait.
 */
@Injectable()
export class CsvExports {
  private readonly running = new Map<Readable, number>();
  private readonly maxInAll: number;
  private lastTurn: Promise<void> = Promise.resolve();

  constructor(@Inject(ACCOUNT_CONFIG) { databasePoolSize }: Pick<AccountConfig, 'databasePoolSize'>) {
    // Half of the connections, at least, stay for everything else.
    this.maxInAll = Math.max(1, Math.min(MAX_IN_ALL, Math.floor(databasePoolSize / 2)));
  }

  /** CSV in chunks, for the browser to save under a name. Throws an AccountError when too many are under way. */
  send(accountId: number, chunks: AsyncIterable<string>, name: string): StreamableFile {
    this.refuseTooMany(accountId);
    const stream = Readable.from(this.inTurns(chunks));
    this.running.set(stream, accountId);
    const overdue = setTimeout(() => stream.destroy(), MAX_DURATION_MS).unref();
    // Comes after the last chunk, after an error, and when the client is gone.
    stream.once('close', () => {
      clearTimeout(overdue);
      this.running.delete(stream);
    });
    return new StreamableFile(stream, {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="${name}"`,
    });
  }

  /** Of all exports together, one chunk in a tick of the event loop: pages wait for one chunk, not for one of each. */
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
        'Two exports of yours are under way. Wait until one of them is done.',
        undefined,
        RETRY_AFTER_SECONDS,
      );
    if (this.running.size >= this.maxInAll)
      throw new AccountError('Overloaded', 'Others are exporting at the moment.', undefined, RETRY_AFTER_SECONDS);
  }
}
