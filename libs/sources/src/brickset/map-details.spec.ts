import { mapDetails } from './map-details.ts';

describe('details from Brickset', () => {
  it("are the set's own dates, the price of the United States, and centimeters", () => {
    const set = {
      ...{ number: '10280', numberVariant: 1, name: 'Flower Bouquet' },
      ...{ launchDate: '2021-01-01T00:00:00Z', exitDate: '2026-07-31T00:00:00Z' },
      LEGOCom: { US: { retailPrice: 59.99, dateLastAvailable: '2026-07-03T00:00:00Z' }, UK: { retailPrice: 54.99 } },
      dimensions: { height: 38.2, width: 26.2, depth: 7.1, weight: 0.76 },
      barcode: { EAN: '5702016912128', UPC: '673419340519' },
    };
    expect(mapDetails([set])).toEqual({
      kind: 'set-details',
      header: expect.arrayContaining(['Number', 'Exit date']) as unknown,
      rows: [
        [
          ...['10280-1', 'Flower Bouquet', '59.99', '5702016912128', '673419340519', '26.2', '38.2', '7.1', '0.76'],
          ...['01/01/2021', '31/07/2026'],
        ],
      ],
    });
  });

  it('are empty where Brickset says nothing, in any of its ways', () => {
    for (const unknown of [{}, { LEGOCom: { US: {} }, dimensions: {}, barcode: {}, exitDate: '' }, { LEGOCom: null }])
      expect(mapDetails([{ number: '1', numberVariant: 2, name: 'x', ...unknown }])).toMatchObject({
        rows: [['1-2', 'x', '', '', '', '', '', '', '', '', '']],
      });
  });
});
