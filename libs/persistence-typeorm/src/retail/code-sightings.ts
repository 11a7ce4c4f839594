import { barcodeKey, type RetailObservation } from '@brickmarket/domain';
import type { IdentifiedObservation } from '@brickmarket/persistence-ports';
import type { CopyValue } from '../import/copy-text.ts';

type CodeKind = 'asin' | 'upc' | 'ean';

interface Sighting {
  readonly setId: number;
  /** As it was written when last seen. */
  code: string;
  seenAt: Date;
}

const KINDS: readonly CodeKind[] = ['asin', 'upc', 'ean'];

/** The codes that observations carried: each once, however many million observations there were. */
export class CodeSightings {
  readonly #byKind: Readonly<Record<CodeKind, Map<string, Sighting>>> = { asin: new Map(), upc: new Map(), ean: new Map() };

  add({ setId, observation }: IdentifiedObservation): void {
    for (const kind of KINDS) this.#see(kind, setId, observation);
  }

  /** One row for each code: key, kind, code, set and when it was last seen. */
  *rows(): Generator<readonly CopyValue[]> {
    for (const kind of KINDS) {
      for (const { setId, code, seenAt } of this.#byKind[kind].values()) {
        yield [kind === 'asin' ? code : barcodeKey(code), kind, code, setId, seenAt.toISOString()];
      }
    }
  }

  #see(kind: CodeKind, setId: number, { [kind]: code, observedAt }: RetailObservation): void {
    if (code === null) return;
    const key = `${setId} ${code}`;
    const known = this.#byKind[kind].get(key);
    if (!known) this.#byKind[kind].set(key, { setId, code, seenAt: observedAt });
    else if (observedAt > known.seenAt) known.seenAt = observedAt;
  }
}
