import { Room } from './room.ts';

describe('Room', () => {
  it('lets a burst in as a whole, up to the most there may be', () => {
    const room = new Room(1_000);
    expect([room.hasOneMore(0), room.hasOneMore(999), room.hasOneMore(1_000)]).toEqual([true, true, false]);
  });

  it('gets smaller while requests wait long for each other, and never too small to keep the machine busy', () => {
    const room = new Room(1_000);
    room.adjust(800, 200);
    expect([room.hasOneMore(500), room.hasOneMore(600)]).toEqual([true, false]);
    for (let i = 0; i < 50; i++) room.adjust(800, 200);
    expect([room.hasOneMore(63), room.hasOneMore(64)]).toEqual([true, false]);
  });

  it('gets larger again when they do not', () => {
    const room = new Room(200);
    for (let i = 0; i < 50; i++) room.adjust(200, 200);
    for (let i = 0; i < 20; i++) room.adjust(200, 20);
    expect([room.hasOneMore(199), room.hasOneMore(200)]).toEqual([true, false]);
  });

  it('takes no notice of a slow request among few', () => {
    const room = new Room(1_000);
    for (let i = 0; i < 50; i++) room.adjust(10, 1_500);
    expect(room.hasOneMore(999)).toBe(true);
  });

  it('is never larger than allowed, however small that is', () => {
    const room = new Room(8);
    for (let i = 0; i < 50; i++) room.adjust(8, 200);
    expect([room.hasOneMore(7), room.hasOneMore(8)]).toEqual([true, false]);
  });
});
