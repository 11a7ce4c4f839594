import { parseIsoDay, setNumberCandidates } from '@brickmarket/domain';
import { SetCatalog, type SetRecord } from '@brickmarket/persistence-ports';
import { Injectable } from '@nestjs/common';
import { Coalescer } from '../hot-path/coalescer.ts';
import { type DataStamp, VersionedCache } from '../hot-path/versioned-cache.ts';
import { JsonDocument } from '../http/json-document.ts';
import { presentSet } from './set.presenter.ts';

const MAX_DOCUMENTS = 20_000;

/** Set records as JSON, read together and kept until the data they come from changes. */
@Injectable()
export class SetDocuments {
  private readonly cache = new VersionedCache<JsonDocument>(['catalog', 'market', 'retail'], MAX_DOCUMENTS);
  private readonly reads: Coalescer<string, SetRecord | null>;

  constructor(private readonly catalog: SetCatalog) {
    this.reads = new Coalescer((asked) => this.readTogether(asked));
  }

  /** The set a client means by a number; null when there is none. */
  async find(asked: string, stamp: DataStamp): Promise<JsonDocument | null> {
    const kept = this.cache.get(stamp, asked);
    if (kept !== undefined) return kept;
    const record = await this.reads.submit(asked);
    if (record === null) return null;
    const document = JsonDocument.of(presentSet(record, parseIsoDay(stamp.day)!));
    this.cache.set(stamp, asked, document);
    return document;
  }

  private async readTogether(asked: readonly string[]): Promise<readonly (SetRecord | null)[]> {
    const found = await this.catalog.findByNumbers([...new Set(asked.flatMap(setNumberCandidates))]);
    return asked.map((number) => {
      const candidate = setNumberCandidates(number).find((one) => found.has(one));
      return candidate === undefined ? null : found.get(candidate)!;
    });
  }
}
