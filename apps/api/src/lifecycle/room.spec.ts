import { type Business, Room } from './room.ts';

const BUSY: Business = { unanswered: 800, longestWaitMs: 200, isRefusing: true };
const CALM: Business = { unanswered: 10, longestWaitMs: 5, isRefusing: false };

describe('Room', () => {
  const sizeOf = (room: Room): number => Array.from({ length: 2_000 }, (_, n) => n).findIndex((n) => !room.hasOneMore(n));
  const afterMany = (room: Room, business: Business): Room => {
    for (let i = 0; i < 100; i++) room.adjust(business);
    return room;
  };

  it('lets a burst in as a whole, up to the most there may be', () => {
    expect(sizeOf(new Room(1_000))).toBe(1_000);
  });

  it('gets smaller while requests wait long for each other, and never too small to keep the machine busy', () => {
    const room = new Room(1_000);
    room.adjust(BUSY);
    expect(sizeOf(room)).toBe(560);
    expect(sizeOf(afterMany(room, BUSY))).toBe(128);
  });

  it('gets larger again when they do not, but not while others are being refused', () => {
    const room = afterMany(new Room(1_000), BUSY);
    expect(sizeOf(afterMany(room, { ...CALM, isRefusing: true }))).toBe(128);
    expect(sizeOf(afterMany(room, CALM))).toBe(1_000);
  });

  it('takes no notice of a slow request among few', () => {
    expect(sizeOf(afterMany(new Room(1_000), { unanswered: 10, longestWaitMs: 1_500, isRefusing: false }))).toBe(1_000);
  });

  it('is never larger than allowed, however small that is', () => {
    expect(sizeOf(afterMany(afterMany(new Room(8), { ...BUSY, unanswered: 8 }), CALM))).toBe(8);
  });
});
