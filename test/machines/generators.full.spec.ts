import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CheckoutCopy } from '../support/checkout-copy.ts';
import { runHere } from '../support/run-here.ts';

const run = promisify(execFile);

describe('what `brickmarket new` writes', () => {
  const copy = new CheckoutCopy();
  const npm = (...args: string[]) => run('npm', ['run', ...args], { cwd: copy.folder, maxBuffer: 100_000_000 });
  afterAll(() => copy.remove());

  it('passes types, lint and its own tests unchanged', async () => {
    await npm('bootstrap');
    for (const part of [
      ['feature', 'set-reviews'],
      ['feature', '--account', 'set-wishes'],
      ['event', 'price.climbed', '--summary', 'A price has climbed', '--change', 'price_rose'],
      ['event', 'set.praised', '--summary', 'A set was praised'],
      ['import', 'Brick Owl', '--set', 'Set No', '--quantity', 'Qty', '--price', 'Paid'],
      ['import', 'Stud Log', '--set', 'Box', '--quantity', 'How many'],
    ])
      expect(await runHere(['new', ...part, '--in', copy.folder], {})).toMatchObject({ code: 0, stderr: '' });
    await npm('check');
    await npm(
      'jest',
      '--',
      'test/e2e/set-reviews',
      'test/account/set-wishes',
      'libs/alerts',
      'libs/feeds/src/collection',
      'test/events/one',
    );
  });
});
