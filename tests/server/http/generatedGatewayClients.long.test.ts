import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { gatewayWorld, MERCHANT, type GatewayWorld, type Parameters } from '../modules/gateway/gatewayWorld.ts';

/** Makes a call with a generated client, and returns the response's body. */
type Call = (name: 'collect' | 'list', body: Parameters) => Promise<unknown>;

interface Generator {
  name: string;
  program: string;
  /** @param origin address of the server under test */
  args(description: string, folder: string): string[];
  client(folder: string, origin: string): Promise<Call>;
}

type Method = (this: unknown, body: Parameters) => Promise<unknown>;

/** A part of a generated module, by its path. */
function partOf(value: unknown, ...names: string[]): unknown {
  return names.reduce((part: unknown, name) => {
    if ((typeof part !== 'object' && typeof part !== 'function') || part === null) throw new Error(`no ${name}`);
    return Reflect.get(part, name);
  }, value);
}

function isMethod(value: unknown): value is Method {
  return typeof value === 'function';
}

const imported = (file: string): Promise<unknown> => import(/* @vite-ignore */ pathToFileURL(file).href);

const GENERATORS: Generator[] = [
  {
    name: 'swagger-typescript-api',
    program: 'node_modules/swagger-typescript-api/dist/cli.mjs',
    args: (description, folder) => [
      ...['generate', '--path', description, '--output', folder, '--name', 'client.ts', '--silent'],
    ],
    async client(folder, baseUrl) {
      const Api = partOf(await imported(path.join(folder, 'client.ts')), 'Api');
      if (typeof Api !== 'function') throw new Error('no class');
      const api: unknown = Reflect.construct(Api, [{ baseUrl }]);
      return async (name, body) => {
        const call = partOf(api, 'gateway', name);
        if (!isMethod(call)) throw new Error('no method');
        return partOf(await call.call(partOf(api, 'gateway'), body), 'data');
      };
    },
  },
  {
    name: 'openapi-typescript-codegen',
    program: 'node_modules/openapi-typescript-codegen/bin/index.js',
    args: (description, folder) => ['--input', description, '--output', folder, '--client', 'fetch'],
    async client(folder, origin) {
      const generated = await imported(path.join(folder, 'index.ts'));
      const settings = partOf(generated, 'OpenAPI');
      if (typeof settings !== 'object' || settings === null) throw new Error('no settings');
      Reflect.set(settings, 'BASE', origin);
      const service = partOf(generated, 'GatewayService');
      return (name, body) => {
        const call = partOf(service, name);
        if (!isMethod(call)) throw new Error('no method');
        return call.call(service, body);
      };
    },
  },
];

describe('clients generated from gateway-openapi.json by public generators', () => {
  let world: GatewayWorld;
  let origin: string;
  beforeAll(async () => {
    world = await gatewayWorld(USUAL_DATABASE);
    origin = await world.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => world.close());

  it.each(GENERATORS)(
    '$name: collects, repeats the call, and lists orders',
    async ({ program, args, client, name }) => {
      const folder = await temporaryFolder({});
      const description = path.join(folder, 'gateway-openapi.json');
      await writeFile(description, await (await fetch(`${origin}/prod-api/gateway-openapi.json`)).text());
      await promisify(execFile)(process.execPath, [path.resolve(program), ...args(description, folder)]);
      const call = await client(folder, origin);

      const key = await world.keyOf(MERCHANT);
      const order = { merchant_order_no: name, channel: 'cn_qr_yun', amount: '12300', subject: '冬季外套 & 帽子' };
      const signed = (parameters: Parameters = order) =>
        world.signed({ ...world.common(MERCHANT), ...parameters }, key);
      const from = world.clock.now().toISOString();
      const made = await call('collect', signed());
      expect(made).toMatchObject({ code: 0, data: { type: 'collect', merchant_order_no: name, status: 'pending' } });
      expect(await call('collect', signed())).toEqual(made);
      world.clock.advance(1);
      const list = await call('list', signed({ type: 'collect', from, limit: '10' }));
      expect(list).toMatchObject({ code: 0, data: { items: [partOf(made, 'data')], next_cursor: null } });
    },
  );
});
