export { RestartBackoff, type RestartBackoffOptions } from './restart-backoff.ts';
