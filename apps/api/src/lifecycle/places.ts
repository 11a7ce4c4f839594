/**
 * A fixed number of places for things that come and go thousands of times a second. The tables that a map discards as it
 * goes are as old as the process, and the collector keeps alive whatever they still point to: requests that are long over.
 */
export class Places<Thing extends object> {
  private readonly things: (Thing | null)[];
  private readonly free: number[];

  constructor(size: number) {
    this.things = Array.from({ length: size }, () => null);
    this.free = Array.from({ length: size }, (_, place) => size - 1 - place);
  }

  get taken(): number {
    return this.things.length - this.free.length;
  }

  /** Takes a place; null when there is none. */
  take(thing: Thing): number | null {
    const place = this.free.pop();
    if (place === undefined) return null;
    this.things[place] = thing;
    return place;
  }

  leave(place: number): void {
    this.things[place] = null;
    this.free.push(place);
  }

  forEach(visit: (thing: Thing, place: number) => void): void {
    for (let place = 0; place < this.things.length; place++) {
      const thing = this.things[place];
      if (thing) visit(thing, place);
    }
  }
}
