// An extension whose controller cannot be created.
import { Controller } from '@nestjs/common';

class Throwing {
  constructor() {
    throw new TypeError('no such setting');
  }
}

Controller()(Throwing);

export default { extensionVersion: 1, name: 'sample', api: { controllers: [Throwing] } };
