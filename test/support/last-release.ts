/** The build that clients use today. A new schema must carry it until the last replica of it is gone. Renewed with every release. */
export const LAST_RELEASE = {
  commit: 'fc04d4c70326aacb3eb16ceba058d005a54fb424',
  /** How many migrations it had. */
  migrations: 8,
};
