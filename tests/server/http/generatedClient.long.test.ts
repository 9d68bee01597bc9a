import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DEMO_PASSWORD, DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const GENERATOR = path.resolve('node_modules/swagger-typescript-api/dist/cli.mjs');

type Params = { headers?: Record<string, string> };
type Answer = { data: { code: number; data: unknown } };

/** The part of the generated client that the test calls. */
interface Client {
  setSecurityData(token: string): void;
  login: { login(body: object): Promise<Answer> };
  bankcards: { bankcardsList(query: object): Promise<Answer> };
  withdrawals: {
    withdrawalQuote(body: object): Promise<Answer>;
    withdrawalsRequest(body: object, params: Params): Promise<Answer>;
  };
}

type NewClient = new (options: {
  baseUrl: string;
  securityWorker(token: string | null): Params;
  baseApiParams?: { secure: boolean };
}) => Client;

const isClientModule = (value: unknown): value is { Api: NewClient } =>
  typeof value === 'object' && value !== null && 'Api' in value && typeof value.Api === 'function';

describe('a client generated from the API description by a public generator', () => {
  let world: World;
  let origin: string;
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 40 });
    origin = await world.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => world.close());

  async function generatedClient(): Promise<Client> {
    const folder = await temporaryFolder({});
    const description = path.join(folder, 'openapi.json');
    await writeFile(description, await (await fetch(`${origin}/prod-api/openapi.json`)).text());
    const args = ['generate', '--path', description, '--output', folder, '--name', 'client.ts', '--silent'];
    await promisify(execFile)(process.execPath, [GENERATOR, ...args]);
    const made: unknown = await import(/* @vite-ignore */ pathToFileURL(path.join(folder, 'client.ts')).href);
    if (!isClientModule(made)) throw new Error('the generator made no client');
    return new made.Api({
      baseUrl: `${origin}/prod-api`,
      securityWorker: (token) => (token === null ? {} : { headers: { Authorization: `Bearer ${token}` } }),
    });
  }

  it('signs in and withdraws, once per key', async () => {
    const client = await generatedClient();
    world.clock.advance(30);
    const signedIn = await client.login.login({
      username: 'demo',
      password: DEMO_PASSWORD,
      totp_code: await world.totpCode(),
    });
    client.setSecurityData(z.object({ login_token: z.string() }).parse(signedIn.data.data).login_token);

    const listed = await client.bankcards.bankcardsList({ filter: '{"status":["enabled"]}', range: '[0,29]' });
    const cards = z.array(z.looseObject({ id: z.string(), usable_at: z.string() })).parse(listed.data.data);
    const card = cards.find(({ usable_at }) => usable_at < world.clock.now().toISOString());
    const quoted = await client.withdrawals.withdrawalQuote({ amount: '100000' });
    const { debit_amount } = z.object({ debit_amount: z.string() }).parse(quoted.data.data);

    const wanted = {
      bankcard_id: card?.id,
      amount: '100000',
      agreed_debit: debit_amount,
      pay_password: DEMO_PAY_PASSWORD,
    };
    const key = { headers: { 'Idempotency-Key': randomUUID() } };
    const count = async () => (await world.db.kysely.selectFrom('withdrawals').select('id').execute()).length;
    const before = await count();
    const made = await client.withdrawals.withdrawalsRequest(wanted, key);
    const again = await client.withdrawals.withdrawalsRequest(wanted, key);
    expect(made.data).toMatchObject({ code: 0, data: { status: 'pending', amount: '100000' } });
    expect(again.data).toEqual(made.data);
    expect(await count()).toBe(before + 1);
  });
});
