import { DatabaseHealth } from '@brickmarket/persistence-ports';
import type { Database } from './database/database.ts';
import { bind, type PortBinding, type PortClass } from './feature.ts';
import { FEATURES } from './features.ts';
import { PostgresDatabaseHealth } from './schema/database-health.ts';

export const PORT_BINDINGS: readonly PortBinding[] = [
  ...FEATURES.flatMap(({ ports }) => ports),
  bind(DatabaseHealth, PostgresDatabaseHealth),
];

const BINDING_OF = new Map(PORT_BINDINGS.map((binding) => [binding.port, binding]));

export class Stores {
  readonly #opened = new Map<PortClass<unknown>, unknown>();

  constructor(private readonly database: Database) {}

  get<Port>(port: PortClass<Port>): Port {
    if (!this.#opened.has(port)) {
      const binding = BINDING_OF.get(port);
      if (!binding) throw new TypeError(`no feature implements ${port.name}`);
      this.#opened.set(port, binding.create(this.database));
    }
    return this.#opened.get(port) as Port;
  }

  pick<Ports extends Readonly<Record<string, PortClass<unknown>>>>(
    ports: Ports,
  ): { readonly [Name in keyof Ports]: InstanceType<Ports[Name]> } {
    return Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, this.get(port)])) as {
      [Name in keyof Ports]: InstanceType<Ports[Name]>;
    };
  }
}
