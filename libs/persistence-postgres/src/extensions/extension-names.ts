import { rolePrefix } from '../schema/roles.ts';

/** What belongs to an extension in the database. Its name has only letters and underscores. */
export interface ExtensionNames {
  /** The schema of its tables. */
  readonly schema: string;
  /** Owns the schema: its migrations run as this role. */
  readonly owner: string;
  /** Works with the tables: its routes and jobs run as this role. */
  readonly worker: string;
}

export function extensionNames(extension: string, url: string): ExtensionNames {
  if (!/^[a-z_]{2,30}$/.test(extension)) throw new TypeError(`${extension} is not the name of an extension`);
  const worker = `${rolePrefix(url)}_x_${extension}`;
  return { schema: `x_${extension}`, owner: `${worker}_owner`, worker };
}
