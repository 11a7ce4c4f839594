import type { Feature, MigrationClass } from '../feature.ts';
import { FEATURES } from '../features.ts';

/** When a migration was written: the digits at the end of its class name, by which TypeORM orders migrations too. */
export function timestampOf({ name }: MigrationClass): number {
  const digits = /\d{13}$/.exec(name)?.[0];
  if (!digits) throw new TypeError(`migration ${name} does not end in a timestamp of 13 digits`);
  return Number(digits);
}

/** The migrations of some features, oldest first. */
export function migrationsOf(features: readonly Feature[]): readonly MigrationClass[] {
  return features.flatMap(({ migrations }) => migrations).sort((a, b) => timestampOf(a) - timestampOf(b));
}

/** The migrations of this build, oldest first. Classes, not globs: the same list works from source and from the build. */
export const ALL_MIGRATIONS = migrationsOf(FEATURES);
