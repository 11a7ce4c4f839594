import { barcodeKey } from '@brickmarket/domain';
import type { IdentifiedObservation } from '@brickmarket/persistence-ports';
import type { CopyValue } from '../import/copy-text.ts';

type CodeKind = 'asin' | 'upc' | 'ean';

interface Sighting {
  readonly setId: number;
  seenAt: Date;
}

const KINDS: readonly CodeKind[] = ['asin', 'upc', 'ean'];

/** The codes that observations carried: each once, however many million observations there were. */
export class CodeSightings {
  /** By code: a set each, nearly always one. */
  readonly #byKind: Readonly<Record<CodeKind, Map<string, Sighting[]>>> = {
    asin: new Map(),
    upc: new Map(),
    ean: new Map(),
  };

  add({ setId, observation: { asin, upc, ean, observedAt } }: IdentifiedObservation): void {
    if (asin !== null) see(this.#byKind.asin, asin, setId, observedAt);
    if (upc !== null) see(this.#byKind.upc, upc, setId, observedAt);
    if (ean !== null) see(this.#byKind.ean, ean, setId, observedAt);
  }

  /** One row for each code and set: key, kind, code, set and when it was last seen. */
  *rows(): Generator<readonly CopyValue[]> {
    for (const kind of KINDS) {
      for (const [code, sightings] of this.#byKind[kind]) {
        for (const { setId, seenAt } of sightings)
          yield [kind === 'asin' ? code : barcodeKey(code), kind, code, setId, seenAt.toISOString()];
      }
    }
  }
}

function see(sightingsByCode: Map<string, Sighting[]>, code: string, setId: number, seenAt: Date): void {
  const sightings = sightingsByCode.get(code);
  const known = sightings?.find((sighting) => sighting.setId === setId);
  if (known) known.seenAt = seenAt > known.seenAt ? seenAt : known.seenAt;
  else if (sightings) sightings.push({ setId, seenAt });
  else sightingsByCode.set(code, [{ setId, seenAt }]);
}
