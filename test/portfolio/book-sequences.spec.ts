import { checkSequencesOverPostgres } from './book-sequences.ts';

it('books keep their rules over PostgreSQL, edited from two devices at once whose connections are cut', async () => {
  const { done, 'cut off': cut } = await checkSequencesOverPostgres(10);
  expect([done! > 0, cut! > 0]).toEqual([true, true]);
});
