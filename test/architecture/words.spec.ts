import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

/** Words of the documents when this rule was made, and 400 for each how-to that came later. */
const FIRST_WORDS = 28_000;
const WORDS_OF_A_GUIDE = 400;
const FIRST_GUIDES = 17;

const guides = readdirSync('apps/docs/how-to', { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.md'),
);
const inGit = existsSync('.git');
if (!inGit) process.stderr.write('SKIPPED, the words of documents: they are counted by git, which is not here.\n');

(inGit ? it : it.skip)('the hand-written documents stay short', () => {
  const counted = execFileSync(process.execPath, ['test/architecture/words.mjs'], { encoding: 'utf8' });
  const words = Number(/(\d+) in all/.exec(counted)?.[1]);
  expect(words).toBeGreaterThan(10_000);
  expect(words).toBeLessThanOrEqual(FIRST_WORDS + WORDS_OF_A_GUIDE * (guides.length - FIRST_GUIDES));
});
