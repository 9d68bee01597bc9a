import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { digestOfTenants } from './digestOfTenants.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';
import { AUTHORISED, isForTenant } from './authorisedCalls.ts';
import { findRecords, type FindRecord } from './findRecords.ts';

const BASE = '/prod-api';
const UNKNOWN_ID = '01990000-0000-7000-8000-000000000000';
/** They end the session with which the other calls are made, or give it another token. */
const LAST = new Set(['POST /logout', 'POST /test-mode/enter']);
/** Refused with live data, whoever asks. */
const ONLY_IN_TEST_MODE = new Set([
  ...['POST /test-mode/leave', 'POST /test-mode/gateway-calls', 'GET /test-mode/notification'],
]);
/** It would go on for ever; asked for its headers alone it needs the same rights. */
const ENDLESS = 'GET /events';

/**
 * One user of each role that the demo has, in each kind of tenant, and tenants by what they are to the user's own. Of the
 * roles that nobody has, which are named here, the demo's viewer is given one after the other.
 */
const USERS = {
  demo: { own: 'M100001', child: 'M100101', foreign: 'M100002' },
  checker: { own: 'M100001', child: 'M100101', foreign: 'M100002' },
  viewer: { own: 'M100001', child: 'M100101', foreign: 'M100002' },
  Cashier: { own: 'M100001', child: 'M100101', foreign: 'M100002' },
  Support: { own: 'M100001', child: 'M100101', foreign: 'M100002' },
  sub: { own: 'M100101', child: 'M100201', parent: 'M100001', sibling: 'M100102', foreign: 'M100002' },
  tokyo: { own: 'M100002', foreign: 'M100001' },
  operator: { own: 'P000001', foreign: 'M100001' },
} as const;

const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ 'x-permission': z.unknown().optional() }))),
});

describe('who may make which call', () => {
  let world: World;
  const calls = new Map<string, unknown>();
  const tenants = new Map<string, string>();
  let recordOf: FindRecord;

  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 60 });
    recordOf = findRecords(world.db);
    const { paths } = documentSchema.parse((await world.call({ url: `${BASE}/openapi.json` })).json());
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        const call = `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
        calls.set(call, operation['x-permission']);
      }
    }
    const rows = await world.db.kysely.selectFrom('merchants').select(['merchant_no', 'merchant_id']).execute();
    for (const { merchant_no, merchant_id } of rows) tenants.set(merchant_no, merchant_id);
  });
  afterAll(() => world.close());

  const accessOf = (call: string) => AUTHORISED.get(call) ?? '';
  const tenant = (merchantNo: string) => tenants.get(merchantNo) ?? '';

  function make(call: string, id: string, token?: string): Promise<LightMyRequestResponse> {
    const [method = '', path = ''] = call.split(' ');
    const url = BASE + path.replace(/:(role_)?id/, id).replace(':currency', 'CNY');
    const body = method === 'GET' ? {} : { payload: {} };
    return world.call({
      method: call === ENDLESS ? 'HEAD' : z.enum(['GET', 'POST', 'PUT', 'DELETE']).parse(method),
      url,
      ...body,
      ...(token ? { token } : {}),
    });
  }

  /** What the user's roles come to, of what the tenant is entitled to. */
  async function rightsOf(username: string): Promise<(permission: string) => boolean> {
    const { rows } = await sql<{ type: 'merchant' | 'platform'; is_owner: boolean; granted: string[] }>`
      select m.type, bool_or(r.is_owner) as is_owner, array_remove(array_agg(p.permission), null) as granted
      from users u join merchants m using (merchant_id)
      join user_roles h on h.merchant_id = u.merchant_id and h.user_id = u.id
      join roles r on r.merchant_id = u.merchant_id and r.id = h.role_id
      left join role_permissions p on p.merchant_id = u.merchant_id and p.role_id = h.role_id
      where u.username = ${username} group by m.type`.execute(world.db.kysely);
    const [row] = rows;
    if (!row) throw new Error(`the demo has no ${username}`);
    return (permission) =>
      permission === 'session' ||
      permission === 'public' ||
      permission.split(' ').some((key) => (row.is_owner ? isForTenant(key, row.type) : row.granted.includes(key)));
  }

  async function give(username: string, role: string): Promise<void> {
    await sql`update user_roles h set role_id = r.id from users u, roles r
      where u.merchant_id = h.merchant_id and u.id = h.user_id and u.username = ${username}
        and r.merchant_id = h.merchant_id and r.name = ${role}`.execute(world.db.kysely);
  }

  it('is written down for each call there is, and asks for that permission', () => {
    const asked = [...calls].map(([call, permission]) => [
      call,
      Array.isArray(permission) ? permission.join(' ') : (permission ?? accessOf(call)),
    ]);
    expect(Object.fromEntries(asked)).toEqual(Object.fromEntries(AUTHORISED));
  });

  it('lets nobody in who is not signed in', async () => {
    for (const [call, access] of AUTHORISED) {
      const { statusCode } = await make(call, UNKNOWN_ID);
      expect([call, statusCode === 401]).toEqual([call, access !== 'public']);
    }
  });

  describe.each(Object.entries(USERS))('%s', (username, { own, ...others }) => {
    let token: string;
    let may: (permission: string) => boolean;
    const ofUnknown = new Map<string, LightMyRequestResponse>();
    beforeAll(async () => {
      const user = /^[A-Z]/.test(username) ? 'viewer' : username;
      if (user !== username) await give(user, username);
      may = await rightsOf(user);
      ({ login_token: token } = await world.signIn(user));
    });

    /** The answer to a call for a record that nobody has. Each is asked for once. */
    async function unknownAnswer(call: string): Promise<LightMyRequestResponse> {
      const answer = ofUnknown.get(call) ?? (await make(call, UNKNOWN_ID, token));
      ofUnknown.set(call, answer);
      return answer;
    }

    it('may do what the roles grant, and nothing else', async () => {
      const refused: string[] = [];
      for (const [call, access] of AUTHORISED) {
        if (LAST.has(call) || access === 'public') continue;
        const { statusCode } = await unknownAnswer(call);
        expect([call, statusCode]).not.toEqual([call, 401]);
        expect([call, statusCode]).not.toEqual([call, 500]);
        if (statusCode === 403) refused.push(call);
      }
      const made = [...AUTHORISED].filter(([call]) => !LAST.has(call));
      expect(refused).toEqual(
        made.flatMap(([call, access]) => (may(access) && !ONLY_IN_TEST_MODE.has(call) ? [] : [call])),
      );
    });

    it("reads its own tenant's records", async () => {
      let read = 0;
      for (const [call, access] of AUTHORISED) {
        if (!call.startsWith('GET') || !call.includes(':id') || !may(access)) continue;
        const id = await recordOf(call, { of: tenant(own) });
        if (id === null) continue;
        // The oldest session is the first user's: others see it who may edit users.
        const isHidden = call.startsWith('GET /sessions') && username !== 'demo' && !may('users.edit');
        expect([call, (await make(call, id, token)).statusCode]).toEqual([call, isHidden ? 404 : 200]);
        read += 1;
      }
      expect(read).toBeGreaterThan(5);
    });

    it.each(Object.entries(others))('does not know the records of a %s tenant', async (_relation, other) => {
      const before = await digestOfTenants(world.db, { except: tenant(own) });
      let tried = 0;
      for (const [call, access] of AUTHORISED) {
        if (!/:(role_)?id/.test(call)) continue;
        const id = await recordOf(call, { of: tenant(other), unseenBy: tenant(own) });
        if (id === null) continue;
        const [answer, unknown] = [await make(call, id, token), await unknownAnswer(call)];
        expect([call, answer.statusCode, ...wordsOf(answer)]).toEqual([call, unknown.statusCode, ...wordsOf(unknown)]);
        expect([call, answer.statusCode < 300]).toEqual([call, false]);
        if (may(access)) tried += 1;
      }
      expect(await digestOfTenants(world.db, { except: tenant(own) })).toEqual(before);
      expect(tried).toBeGreaterThan(username === 'operator' ? 3 : 5);
    });
  });
});

const envelopeSchema = z.object({ code: z.int(), msg: z.string() });

/** What the answer tells besides the number of its request. */
function wordsOf(answer: LightMyRequestResponse): [number, string] {
  const { code, msg } = envelopeSchema.parse(answer.json());
  return [code, msg];
}
