import { chown, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Whom the server runs as, in the form `child_process` takes. Empty: as ourselves. */
export interface ServerUser {
  readonly uid?: number;
  readonly gid?: number;
}

const NOBODY = { uid: 65_534, gid: 65_534 };

/**
 * PostgreSQL refuses to run as root. It then runs as the owner of the folder, when that is somebody else and the folder
 * exists, otherwise as nobody: any number will do as its user, so none has to be created.
 */
export async function serverUserFor(folder: string): Promise<ServerUser> {
  if (process.getuid?.() !== 0) return {};
  const owner = await stat(folder).catch(() => null);
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : NOBODY;
}

/** Hands a file or folder over to the server's user. */
export async function giveTo(user: ServerUser, path: string): Promise<void> {
  if (user.uid !== undefined && user.gid !== undefined) await chown(path, user.uid, user.gid);
}

/** Whether the server's user gets as far as into this folder: it and every folder above must let that user pass. */
export async function canReach(user: ServerUser, folder: string): Promise<boolean> {
  if (user.uid === undefined) return true;
  for (let at = resolve(folder); ; at = dirname(at)) {
    const { uid, gid, mode } = await stat(at);
    const mayPass = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & mayPass) === 0) return false;
    if (at === dirname(at)) return true;
  }
}
