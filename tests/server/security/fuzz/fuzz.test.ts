import http from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findWrongSums } from '#server/figures/recountOrders.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { findBusinessViolations } from '#server/money/businessInvariants.ts';
import { listening } from '#tests/support/rawHttp.ts';
import { suppliers } from '#tests/support/suppliers.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';
import { arbitraryRequest, type FuzzedRequest } from './arbitraryRequest.ts';
import { operationsOf, type Operation } from './operations.ts';
import { faultOf, send } from './send.ts';

/** `npm run fuzz` makes more, with another seed each time. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 200);
const SEED = Number(process.env['FUZZ_SEED'] ?? 7);
/** Concurrent requests, and the number of requests after which all users sign in again. */
const [AT_ONCE, ROUND] = [16, 250];
/** Faults after which the test stops, because more of them rarely differ. */
const ENOUGH = 20;
const USERS = ['demo', 'checker', 'viewer', 'tokyo', 'sub', 'operator', 'operator2'];
const timeout = 120_000 + REQUESTS * 100;

const rowsSchema = z.object({ data: z.array(z.looseObject({ id: z.string() })) });

describe('the calls of the API description', () => {
  let world: World;
  let port: number;
  let operations: Operation[];
  let tokens: string[] = [];
  const known = new Map<string, string[]>();
  const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 60, resources: { suppliers } });
    port = await listening(world.app);
    operations = operationsOf((await world.call({ url: '/prod-api/openapi.json' })).json());
    users = await world.db.kysely.selectFrom('users').where('username', 'in', USERS).selectAll().execute();
    await signIn();
    await learnIds();
  });
  afterAll(async () => {
    agent.destroy();
    await world.close();
  });
  let users: {
    id: string;
    password_hash: string | null;
    pay_password_hash: string | null;
    totp_secret: string | null;
  }[];

  /** Restores and signs in all users, whatever requests have done to them. */
  async function signIn(): Promise<void> {
    const { kysely } = world.db;
    for (const { id, password_hash, pay_password_hash, totp_secret } of users) {
      const given = { password_hash, pay_password_hash, totp_secret, totp_last_step: null, status: 'enabled' as const };
      await kysely.updateTable('users').set(given).where('id', '=', id).execute();
    }
    await kysely.updateTable('merchants').set({ status: 'active' }).execute();
    await kysely.deleteFrom('sign_in_failures').execute();
    await kysely.deleteFrom('pay_password_attempts').execute();
    await kysely.deleteFrom('login_password_attempts').execute();
    tokens = [];
    for (const user of USERS) tokens.push((await world.signIn(user)).login_token);
  }

  async function learnIds(): Promise<void> {
    for (const { method, path, resource } of operations) {
      if (method !== 'GET' || path !== `/${resource}`) continue;
      for (const token of tokens) {
        const answer = await world.call({ url: `/prod-api${path}?range=[0,19]`, token });
        const rows = rowsSchema.safeParse(answer.json()).data?.data ?? [];
        known.set(resource, [...(known.get(resource) ?? []), ...rows.map(({ id }) => id)]);
      }
    }
  }

  async function tryOut(asked: FuzzedRequest, counts: Record<number, number>): Promise<string | null> {
    const isDownload = operations.find(({ id }) => id === asked.operation)?.isDownload ?? false;
    const token = asked.session === null ? null : (tokens[asked.session % tokens.length] ?? null);
    try {
      const answer = await send(port, agent, asked, token);
      counts[answer.status] = (counts[answer.status] ?? 0) + 1;
      return faultOf(asked, isDownload, answer);
    } catch (error) {
      return String(error);
    }
  }

  it(`answer ${REQUESTS} requests of any kind as documented, and keep the money right`, { timeout }, async () => {
    const faults: string[] = [];
    const counts: Record<number, number> = {};
    const requests = arbitraryRequest(operations, known);
    for (let done = 0; done < REQUESTS && faults.length < ENOUGH; done += ROUND) {
      if (done > 0) await signIn();
      const numRuns = Math.min(ROUND, REQUESTS - done);
      const round = fc.sample(requests, { seed: SEED + done, numRuns }).values();
      const caller = async () => {
        for (const asked of round) {
          const fault = await tryOut(asked, counts);
          if (fault === null) continue;
          faults.push(`${fault}\n  ${told(asked)}`);
          process.stdout.write(`FUZZ_SEED=${SEED}: ${faults.at(-1)}\n`);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, caller));
      if (REQUESTS > 1_000 && done % 5_000 === 0) process.stdout.write(`${done + numRuns} ${JSON.stringify(counts)}\n`);
    }
    process.stdout.write(`FUZZ_SEED=${SEED}, answers by status: ${JSON.stringify(counts)}\n`);
    const { db } = world;
    const wrong = [...(await findViolations(db)), ...(await findBusinessViolations(db)), ...(await findWrongSums(db))];
    expect({ faults, wrong }).toEqual({ faults: [], wrong: [] });
    // More than a few succeeded.
    expect(counts[200]).toBeGreaterThan(REQUESTS / 20);
  });
});

/** The request in a form that can be repeated. */
function told({ body, session, ...asked }: FuzzedRequest): string {
  const user = session === null ? 'nobody' : USERS[session % USERS.length];
  return JSON.stringify({ ...asked, user, body: body && body.subarray(0, 3_000).toString('utf8') });
}
