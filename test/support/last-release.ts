/**
 * The build that clients use today. A new schema must carry it until the last replica of it is gone. Renewed with every
 * release.
 */
export const LAST_RELEASE = {
  commit: 'ef64229eb308c0f4ba19c1c72dd5a97d1f2c6f1e',
  /** How many migrations it had. */
  migrations: 9,
};
