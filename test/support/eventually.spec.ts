import { spawn } from 'node:child_process';
import { eventually, exitOf, inTime, messageOf } from './eventually.ts';

describe('eventually', () => {
  it('returns the first truthy answer', async () => {
    const answers = [0, null, 7, 8];
    expect(await eventually('a number', () => answers.shift(), { everyMs: 1 })).toBe(7);
  });

  it('fails with what it waited for instead of waiting for ever', async () => {
    await expect(eventually('the worker is back', async () => false, { withinMs: 5, everyMs: 1 })).rejects.toThrow(
      'not within 0.005 s: the worker is back',
    );
  });

  it('ends with an error of the check at once', async () => {
    await expect(eventually('ready', () => Promise.reject(new Error('the service ended')))).rejects.toThrow(
      'the service ended',
    );
  });
});

describe('inTime', () => {
  it('gives the outcome of what settles', async () => {
    expect(await inTime('an answer', Promise.resolve(7))).toBe(7);
    await expect(inTime('an answer', Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });

  it('fails with what it waited for when that never settles', async () => {
    await expect(inTime('the exit', new Promise(() => undefined), { withinMs: 5 })).rejects.toThrow(
      'not within 0.005 s: the exit',
    );
  });
});

describe('processes', () => {
  const node = (script: string) =>
    spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });

  it('are waited for until they end, and not at all when they have', async () => {
    const child = node('process.exit(3)');
    expect(await exitOf(child)).toEqual([3, null]);
    expect(await exitOf(child)).toEqual([3, null]);
  });

  it('that do not end, or say nothing, fail the wait', async () => {
    const child = node('process.on("message", () => undefined)');
    await expect(exitOf(child, { withinMs: 5 })).rejects.toThrow(/not within 0.005 s: process \d+ \(-e /);
    await expect(messageOf(child, { withinMs: 5 })).rejects.toThrow(/not within 0.005 s: a message of process \d+/);
    child.kill('SIGKILL');
    expect(await exitOf(child)).toEqual([null, 'SIGKILL']);
  });

  it('that end instead of saying something fail the wait at once', async () => {
    expect(await messageOf(node('process.send({ ready: 1 })'))).toEqual({ ready: 1 });
    await expect(messageOf(node('process.exit(3)'))).rejects.toThrow('ended with 3 before it said anything');
  });
});
