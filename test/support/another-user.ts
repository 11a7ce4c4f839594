const NOBODY = 65_534;

/** Only root can be another user. */
export const isRoot = process.getuid?.() === 0;

/** For a process that root starts as another user; elsewhere it is the same user. */
export const ANOTHER_USER = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
