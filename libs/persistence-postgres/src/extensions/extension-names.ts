import { rolePrefix } from '../schema/roles.ts';

/** Names have only letters and underscores. */
export interface ExtensionNames {
  readonly schema: string;
  /** Owns the schema and runs migrations. */
  readonly owner: string;
  readonly worker: string;
}

export function extensionNames(extension: string, url: string): ExtensionNames {
  if (!/^[a-z_]{2,30}$/.test(extension)) throw new TypeError(`${extension} is not the name of an extension`);
  const worker = `${rolePrefix(url)}_x_${extension}`;
  return { schema: `x_${extension}`, owner: `${worker}_owner`, worker };
}
