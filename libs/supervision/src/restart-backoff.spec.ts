import { RestartBackoff } from './restart-backoff.ts';

const backoff = () => new RestartBackoff({ firstPauseMs: 500, longestPauseMs: 3_000, stableAfterMs: 60_000 });

it('doubles the pause while a process keeps dying, up to the longest', () => {
  const pauses = backoff();
  expect([10, 10, 10, 10, 10].map((ranMs) => pauses.nextPauseMs(ranMs))).toEqual([500, 1_000, 2_000, 3_000, 3_000]);
});

it('starts again with the first pause after a process that ran stably, and doubles from there', () => {
  const pauses = backoff();
  pauses.nextPauseMs(10);
  pauses.nextPauseMs(10);
  expect([60_001, 60_000].map((ranMs) => pauses.nextPauseMs(ranMs))).toEqual([500, 1_000]);
});
