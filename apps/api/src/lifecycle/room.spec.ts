import { Room } from './room.ts';

describe('Room', () => {
  const sizeOf = (room: Room): number =>
    Array.from({ length: 2_000 }, (_, n) => n).findIndex((n) => !room.hasOneMore(n));
  const afterMany = (room: Room, unanswered: number, longestWaitMs: number): Room => {
    for (let i = 0; i < 100; i++) room.adjust(unanswered, longestWaitMs);
    return room;
  };

  it('lets a burst in as a whole, up to the most there may be', () => {
    expect(sizeOf(new Room(1_000))).toBe(1_000);
  });

  it('gets smaller while requests wait long for each other, and never too small to keep the machine busy', () => {
    const room = new Room(1_000);
    room.adjust(800, 200);
    expect(sizeOf(room)).toBe(560);
    expect(sizeOf(afterMany(room, 800, 200))).toBe(128);
  });

  it('gets larger again when they do not, also while all of it is taken', () => {
    const room = afterMany(new Room(1_000), 800, 200);
    expect(sizeOf(afterMany(room, 128, 5))).toBe(1_000);
  });

  it('stays as it is while they wait neither long nor briefly', () => {
    const room = afterMany(new Room(1_000), 800, 200);
    expect(sizeOf(afterMany(room, 128, 20))).toBe(128);
  });

  it('takes no notice of a slow request among few', () => {
    expect(sizeOf(afterMany(new Room(1_000), 10, 1_500))).toBe(1_000);
  });

  it('is never larger than allowed, however small that is', () => {
    expect(sizeOf(afterMany(afterMany(new Room(8), 8, 200), 1, 5))).toBe(8);
  });
});
