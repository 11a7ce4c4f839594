import { rename, writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';

// Loaded by a server that is measured: samples what its main thread does from one SIGUSR2 to the next, and writes that
// to the file that PROFILE_FILE names.

const SAMPLE_EVERY_US = 200;

let session: Session | null = null;

async function start(): Promise<void> {
  session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US });
  await session.post('Profiler.start');
}

async function stop(sampling: Session): Promise<void> {
  session = null;
  const { profile } = await sampling.post('Profiler.stop');
  sampling.disconnect();
  const file = process.env['PROFILE_FILE']!;
  await writeFile(`${file}.partial`, JSON.stringify(profile));
  await rename(`${file}.partial`, file);
}

process.on('SIGUSR2', () => void (session === null ? start() : stop(session)));
