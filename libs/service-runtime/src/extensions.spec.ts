import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { EventKind } from '@brickmarket/domain';
import { AccountId, type Extension, QuotaCost, StrictInput } from '@brickmarket/extension';
import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { Extensions, loadExtensions } from './extensions.ts';

const SAMPLE: Extension = { extensionVersion: 1, name: 'sample' };

const HAPPENED: EventKind = {
  name: 'sample.happened',
  summary: 'It happened',
  data: {},
  sentence: () => 'It happened',
  page: () => '/overview',
  rule: null,
};

describe('EXTENSIONS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'extensions-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Loads a package as Node would: by the address of its entry. */
  async function load(manifest: object, module: unknown, file = 'index.js'): Promise<Extensions> {
    const place = mkdtempSync(join(folder, 'package-'));
    writeFileSync(join(place, 'package.json'), JSON.stringify(manifest));
    mkdirSync(join(place, file, '..'), { recursive: true });
    writeFileSync(join(place, file), '');
    const wanted = pathToFileURL(join(place, file)).href;
    return loadExtensions({ EXTENSIONS: place }, async (address) => {
      if (address !== wanted) throw new Error(`${address} is asked for`);
      if (module instanceof Error) throw module;
      return module;
    });
  }

  it('names nothing by default', async () => {
    expect((await loadExtensions({})).all).toEqual([]);
    expect((await loadExtensions({ EXTENSIONS: ' , ' })).all).toEqual([]);
  });

  it.each([
    [{}, 'index.js'],
    [{ main: 'lib/main.js' }, 'lib/main.js'],
    [{ exports: './dist/a.js' }, 'dist/a.js'],
    [{ exports: { types: './a.d.ts', default: './a.js' } }, 'a.js'],
    [{ exports: { '.': { types: './a.d.ts', import: './b.js', require: './c.cjs' } } }, 'b.js'],
  ])('finds the entry of a package by its package.json: %j', async (manifest, file) => {
    expect((await load(manifest, { default: SAMPLE }, file)).all).toEqual([SAMPLE]);
  });

  it('says what does not fit, in a sentence that names it', async () => {
    const refused = (module: unknown) => expect(load({}, module)).rejects;
    await expect(loadExtensions({ EXTENSIONS: 'no-such-package' })).rejects.toThrow(
      /^EXTENSIONS names no-such-package, which is neither a package installed at .+ nor a folder with one$/,
    );
    await refused(new Error('it throws')).toThrow(/which could not be loaded: it throws$/);
    await refused({ extension: SAMPLE }).toThrow('its entry has no default export that is an extension');
    await refused({ default: { ...SAMPLE, extensionVersion: 2 } }).toThrow(
      'it is made for version 2 of extensions, and this service knows 1',
    );
    await refused({ default: { ...SAMPLE, name: 'Wish-List' } }).toThrow('2 to 30 lower-case letters and underscores');
    await refused({ default: { ...SAMPLE, job: [] } }).toThrow('it has a part "job"; known are extensionVersion, name');
  });
});

describe('an extension', () => {
  const faultOf = (parts: Partial<Extension>, ...others: Extension[]): string => {
    try {
      void new Extensions([{ ...SAMPLE, ...parts }, ...others]);
      return 'none';
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('takes neither the name nor the kinds of another one, nor ours', () => {
    expect(faultOf({}, SAMPLE)).toBe('extension sample: there is another of this name');
    expect(faultOf({ eventKinds: [HAPPENED] })).toBe('none');
    expect(faultOf({ eventKinds: [HAPPENED, HAPPENED] })).toBe(
      'event kind sample.happened: there is another of this name',
    );
    expect(faultOf({ eventKinds: [{ ...HAPPENED, name: 'other.happened' }] })).toBe(
      'extension sample: the names of its event kinds begin with "sample.", not so other.happened',
    );
    expect(faultOf({ name: 'price', eventKinds: [{ ...HAPPENED, name: 'price.dropped' }] })).toBe(
      'event kind price.dropped: there is another of this name',
    );
  });

  it('has jobs and tools that can be told from others', () => {
    const job = { name: 'tidy', schedule: '7 * * * *', run: async () => null };
    expect(faultOf({ jobs: [job] })).toBe('none');
    expect(faultOf({ jobs: [job, job] })).toBe('extension sample: two of its jobs have the same name');
    expect(faultOf({ jobs: [{ ...job, schedule: 'daily' }] })).toContain('must be five fields of cron');
    const tool = { name: 'sample_do', description: 'x', arguments: {}, isReadOnly: true, call: async () => null };
    expect(faultOf({ tools: [tool] })).toBe('none');
    expect(faultOf({ tools: [{ ...tool, name: 'get_sets' }] })).toContain('begin with "sample_", not so get_sets');
  });

  it('has a page whose script is there', () => {
    const script = new URL('nowhere.js', 'file:///');
    expect(faultOf({ page: { title: 'Sample', script } })).toContain('the script of its page is not there');
  });

  it('has routes that say what they cost and declare what they take', () => {
    class Undeclared {}
    @StrictInput()
    class Declared {}
    @Controller()
    class Free {
      @Get()
      list(): void {}
    }
    @Controller()
    class Lax {
      @Post()
      @QuotaCost(1)
      add(@Body() _body: Undeclared): void {}
    }
    @Controller()
    class Partial {
      @Get()
      @QuotaCost(1)
      list(@Query('limit') _limit: string): void {}
    }
    @Controller()
    class Strict {
      @Post()
      @QuotaCost(1)
      add(@Body() _body: Declared, @AccountId() _account: number): void {}
    }
    const ofApi = (controller: new () => object): string => faultOf({ api: { controllers: [controller] } });
    expect(ofApi(Free)).toBe('extension sample: the route Free.list does not say what it costs: add @QuotaCost(1)');
    expect(faultOf({ account: { controllers: [Free] } })).toBe('none');
    expect(ofApi(Lax)).toBe(
      'extension sample: the route Lax.add takes a body that is not declared: give it a class with @StrictInput()',
    );
    expect(ofApi(Partial)).toContain('the route Partial.list takes a query that is not declared');
    expect(ofApi(Undeclared)).toContain('its controllers must be classes with @Controller()');
    expect(ofApi(Strict)).toBe('none');
    expect(() => QuotaCost(0)).toThrow('a route costs a whole number from 1 to 1000, not 0');
  });
});
