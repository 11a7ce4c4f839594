import { writeSync } from 'node:fs';

// Loaded into a measured process with --import: the last lines of its standard error are its peak memory and the
// processor time that it has used.
process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  writeSync(2, `\npeak-memory-kb ${maxRSS}\nprocessor-us ${userCPUTime + systemCPUTime}\n`);
});
