import { checkSequencesOverPostgres } from './book-sequences.ts';

it('books keep their rules in 200 sequences over PostgreSQL, edited from two devices at once with cuts', async () => {
  const { done, 'cut off': cut } = await checkSequencesOverPostgres(200);
  expect([done! > 1_000, cut! > 20]).toEqual([true, true]);
});
