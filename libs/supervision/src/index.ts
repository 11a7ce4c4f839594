export { RestartBackoff, type RestartBackoffOptions } from './restart-backoff.ts';
export {
  isProcessAlive,
  makeTemporaryFolder,
  removeLeftFolders,
  type TemporaryFolder,
  type TemporaryFolderOptions,
} from './temporary-folder.ts';
