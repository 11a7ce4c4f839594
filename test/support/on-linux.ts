/**
 * What some tests need of Linux. On another system they are reported as skipped and the reason is printed; everything
 * else runs there too.
 */
const NEEDS = {
  proc: 'it reads /proc, which only Linux has',
  full: 'it writes to /dev/full, which only Linux has',
  script: 'it needs `script` of util-linux for a terminal',
  image: 'it puts an image for Linux together',
};

/** `describe` and `it` on Linux; elsewhere those that skip. */
export function onLinux(need: keyof typeof NEEDS): { describe: jest.Describe; it: jest.It } {
  if (process.platform === 'linux') return { describe, it };
  const { testPath } = expect.getState();
  process.stderr.write(`SKIPPED on ${process.platform}, ${testPath}: ${NEEDS[need]}.\n`);
  return { describe: describe.skip, it: it.skip };
}
