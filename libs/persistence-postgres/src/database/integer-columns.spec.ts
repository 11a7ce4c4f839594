import * as fc from 'fast-check';
import { NULL_INTEGER, readIntegers } from './integer-columns.ts';

it('reads every list of integers and nulls that PostgreSQL writes', () => {
  const integer = fc.option(fc.integer({ min: NULL_INTEGER + 1, max: 2_147_483_647 }));
  fc.assert(
    fc.property(fc.array(integer), (integers) => {
      expect([...readIntegers(`{${integers.map((value) => value ?? 'NULL').join(',')}}`)]).toEqual(
        integers.map((value) => value ?? NULL_INTEGER),
      );
    }),
  );
});
