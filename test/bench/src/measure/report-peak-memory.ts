import { writeSync } from 'node:fs';

// Loaded into a measured process with --import: the last line of its standard error is its peak memory.
process.on('exit', () => writeSync(2, `\npeak-memory-kb ${process.resourceUsage().maxRSS}\n`));
