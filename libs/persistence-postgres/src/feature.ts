import type { MigrationInterface } from 'typeorm';
import type { Database } from './database/database.ts';

/** A port: its abstract class is the type, and the key under which the implementation is found. */
export type PortClass<Port> = abstract new () => Port;

/** A migration: a class whose name ends in its 13-digit timestamp. */
export type MigrationClass = new () => MigrationInterface;

/** Which class implements a port. */
export interface PortBinding<Port = unknown> {
  readonly port: PortClass<Port>;
  readonly create: (database: Database) => Port;
}

/** What one feature stores: declared once in its folder, listed once in features.ts. */
export interface Feature {
  readonly ports: readonly PortBinding[];
  /** In any order: migrations of all features run in the order of their timestamps. */
  readonly migrations: readonly MigrationClass[];
}

/** Binds a port to its implementation; the compiler checks that it fits. */
export function bind<Port>(port: PortClass<Port>, implementation: new (database: Database) => Port): PortBinding<Port> {
  return { port, create: (database) => new implementation(database) };
}
