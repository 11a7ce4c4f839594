const NOBODY = 65_534;

/** Only root can be somebody else. */
export const isRoot = process.getuid?.() === 0;

/** For a process that root starts as somebody else; elsewhere it is the same user. */
export const ANOTHER_USER = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
