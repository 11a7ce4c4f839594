import { Global, Inject, Injectable, Module } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { API_CONFIG } from '../config/config.token.ts';
import type { ApiConfig } from '../config/config.ts';
import type { JsonDocument } from '../http/json-document.ts';
import type { KeptValues } from './versioned-cache.ts';

const BYTES_PER_MB = 1_048_576;
/** The entry itself, its place in the list and its key's own header. */
const OVERHEAD_BYTES = 250;
const NEEDS_TWO_BYTES = /[\u0100-\uffff]/;

/**
 * The memory that all kept documents of the process share, bounded by bytes: a history of ten years is as long as thirty
 * set records, so a number of documents bounds nothing. The least recently used go first, whatever their kind.
 */
@Injectable()
export class DocumentMemory {
  private readonly entries: LRUCache<string, JsonDocument>;
  private sections = 0;

  constructor(@Inject(API_CONFIG) { documentCacheMb }: Pick<ApiConfig, 'documentCacheMb'>) {
    this.entries = new LRUCache({ maxSize: documentCacheMb * BYTES_PER_MB, sizeCalculation: bytesOf });
  }

  /** About what all kept documents take. */
  get keptBytes(): number {
    return this.entries.calculatedSize;
  }

  /** A part of this memory with keys of its own. */
  section<Document extends JsonDocument>(): KeptValues<Document> {
    const { entries } = this;
    const section = this.sections++;
    let generation = 0;
    let prefix = `${section}.0:`;
    return {
      get: (key) => entries.get(prefix + key) as Document | undefined,
      set: (key, document) => void entries.set(prefix + key, document),
      // What was cleared can no longer be found and is the first to make way; removing it one by one would block.
      clear: () => void (prefix = `${section}.${++generation}:`),
    };
  }
}

/** V8 stores a text in one byte per character, or in two if any character needs it. */
function bytesOf({ json }: JsonDocument, key: string): number {
  return OVERHEAD_BYTES + key.length + json.length * (NEEDS_TWO_BYTES.test(json) ? 2 : 1);
}

@Global()
@Module({ providers: [DocumentMemory], exports: [DocumentMemory] })
export class DocumentMemoryModule {}
