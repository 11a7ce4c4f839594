import { makeExact } from './exact-schema.ts';

function exact(schema: object): object {
  makeExact(schema);
  return schema;
}

it.each([
  ['a type', { type: 'number', nullable: true }, { type: ['number', 'null'] }],
  ['an enumeration', { type: 'string', enum: ['a'], nullable: true }, { type: ['string', 'null'], enum: ['a', null] }],
  [
    'an enumeration that names null already',
    { type: 'string', enum: ['a', null], nullable: true },
    { type: ['string', 'null'], enum: ['a', null] },
  ],
  ['a reference', { $ref: '#/x', nullable: true }, { anyOf: [{ $ref: '#/x' }, { type: 'null' }] }],
  [
    'a described reference',
    { allOf: [{ $ref: '#/x' }], nullable: true, description: 'x' },
    { anyOf: [{ $ref: '#/x' }, { type: 'null' }], description: 'x' },
  ],
])('says null of %s as a type', (_, schema, expected) => {
  expect(exact(schema)).toEqual(expected);
});

it('closes objects at every depth and leaves examples alone', () => {
  expect(
    exact({
      type: 'object',
      properties: { a: { type: 'array', items: { type: 'object', properties: {} } } },
      example: { nullable: true },
    }),
  ).toEqual({
    type: 'object',
    additionalProperties: false,
    properties: { a: { type: 'array', items: { type: 'object', additionalProperties: false, properties: {} } } },
    example: { nullable: true },
  });
});
