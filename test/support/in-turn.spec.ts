import { setTimeout as sleep } from 'node:timers/promises';
import { inTurn } from './in-turn.ts';

it('lets one run work at a time, also after one has failed', async () => {
  let [inside, most, done] = [0, 0, 0];
  const work = async (): Promise<void> => {
    most = Math.max(most, ++inside);
    await sleep(20);
    inside--;
    if (++done === 2) throw new Error('broken');
  };
  const name = `in turn ${process.pid}`;
  const ended = await Promise.allSettled(Array.from({ length: 4 }, () => inTurn(work, name)));
  expect([most, done, ended.filter(({ status }) => status === 'rejected').length]).toEqual([1, 4, 1]);
});
