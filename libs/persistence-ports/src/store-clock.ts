/** The clock that days and months go by: one for all processes, wherever they run. */
export abstract class StoreClock {
  abstract now(): Promise<Date>;
}
