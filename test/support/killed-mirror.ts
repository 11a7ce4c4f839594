import { FolderStore } from '@brickmarket/client/mirror';

class Killed extends Error {}

/** A store that ends its mirror when it is written to for so many times, as a kill does: before, or after the write. */
export class DyingStore extends FolderStore {
  constructor(
    folder: string,
    private left: number,
  ) {
    super(folder);
  }

  override put(...values: Parameters<FolderStore['put']>): Promise<void> {
    return this.#written(() => super.put(...values));
  }

  override replaceAll(...values: Parameters<FolderStore['replaceAll']>): Promise<void> {
    return this.#written(() => super.replaceAll(...values));
  }

  override saveState(state: string): Promise<void> {
    return this.#written(() => super.saveState(state));
  }

  async #written(write: () => Promise<void>): Promise<void> {
    this.#live();
    await write();
    this.#live();
  }

  #live(): void {
    if (this.left-- <= 0) throw new Killed();
  }
}

/** For what a killed mirror throws. */
export function unlessKilled(error: unknown): void {
  if (!(error instanceof Killed)) throw error;
}
