// An extension as a careless author writes it, in plain JavaScript.
import { QuotaCost } from '@brickmarket/extension';
import { Controller, Get } from '@nestjs/common';

const BLOCKED_MS = 1_500;

class Careless {
  leave() {
    setTimeout(async () => {
      throw new Error('nobody awaits this');
    });
    return { left: true };
  }

  block() {
    const end = performance.now() + BLOCKED_MS;
    while (performance.now() < end);
    return { blocked: true };
  }
}

Controller()(Careless);
for (const name of ['leave', 'block']) {
  const descriptor = Object.getOwnPropertyDescriptor(Careless.prototype, name);
  Get(name)(Careless.prototype, name, descriptor);
  QuotaCost(1)(Careless.prototype, name, descriptor);
}

async function leave() {
  void Promise.reject(new Error('nobody awaits this'));
  await new Promise((resolve) => setTimeout(resolve, 10));
  return 'left';
}

export default {
  extensionVersion: 1,
  name: 'careless',
  api: { controllers: [Careless] },
  jobs: [{ name: 'leave', schedule: '* * * * *', run: leave }],
  tools: [{ name: 'careless_leave', description: 'Leaves.', arguments: {}, isReadOnly: true, call: leave }],
};
