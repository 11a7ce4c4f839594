import { chown, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Whom the server runs as, in the form `child_process` takes. Empty: as ourselves. */
export interface ServerUser {
  readonly uid?: number;
  readonly gid?: number;
}

const NOBODY = 65_534;

/** PostgreSQL refuses to run as root. Any other number will do as its user, so none has to be created. */
export function serverUser(): ServerUser {
  return process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
}

/** Hands a file or folder over to the user the server runs as. */
export async function giveToServerUser(path: string): Promise<void> {
  const { uid, gid } = serverUser();
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
}

/** Whether the server's user gets as far as into this folder: every folder above must let strangers pass. */
export async function isReachableByServerUser(folder: string): Promise<boolean> {
  if (serverUser().uid === undefined) return true;
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}
