import { LineProgress } from './progress.ts';

it('says each step once and its progress at most every five seconds', () => {
  let now = 0;
  const lines: string[] = [];
  const progress = new LineProgress(
    (line) => lines.push(line),
    () => now,
  );
  progress.step('Reading');
  for (now = 0; now <= 12_000; now += 100) progress.advance(now, 24_000);
  progress.step('Merging');
  expect(lines).toEqual(['Reading', 'Reading: 20 %', 'Reading: 41 %', 'Merging']);
});
