import { setTimeout as pause } from 'node:timers/promises';
import { type Struck, strikeUndisturbed } from './undisturbed.ts';

const STANDSTILL_MS = 3_200;

/** Nothing of this process runs meanwhile, as on a machine that stands still. */
const standStill = (): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STANDSTILL_MS);

const lines: string[] = [];
const say = (line: string): unknown => lines.push(line);
beforeEach(() => lines.splice(0));

/** Strikes as given for each attempt; what comes back has the attempt that counts. */
async function strikes(
  ...attempts: readonly { readonly stands?: boolean; readonly failures: readonly string[] }[]
): Promise<Struck<number>> {
  return strikeUndisturbed(async (attempt) => {
    const { stands = false, failures } = attempts[attempt - 1]!;
    await pause(50);
    if (stands) standStill();
    return { result: attempt, failures };
  }, say);
}

describe('a fault that strikes', () => {
  it('strikes again when something was wrong while the machine stood still, and says what did not count', async () => {
    const struck = await strikes({ stands: true, failures: ['no answers for 31.0 s'] }, { failures: [] });
    expect(struck).toEqual({ result: 2, failures: [] });
    expect(lines).toEqual([
      expect.stringMatching(/^the machine stood still for \d+\.\d s, so that does not count$/),
      'not counted: no answers for 31.0 s',
    ]);
  });

  it('counts at once when something was wrong on a machine that went on', async () => {
    const struck = await strikes({ failures: ['Overload fired besides'] });
    expect(struck).toEqual({ result: 1, failures: ['Overload fired besides'] });
    expect(lines).toEqual([]);
  });

  it('counts at once when nothing was wrong, whatever the machine did', async () => {
    expect(await strikes({ stands: true, failures: [] })).toEqual({ result: 1, failures: [] });
    expect(lines).toEqual([]);
  });

  it('counts the third time in any case', async () => {
    const disturbed = { stands: true, failures: ['no answers for 31.0 s'] };
    expect(await strikes(disturbed, disturbed, disturbed)).toEqual({ result: 3, failures: disturbed.failures });
  });
});
