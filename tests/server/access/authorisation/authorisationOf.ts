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
/** Calls that end or replace the session of the other calls, so they are made last. */
const LAST = new Set(['POST /logout', 'POST /test-mode/enter']);
/** Rejected with live data for every user. */
const ONLY_IN_TEST_MODE = new Set([
  'POST /test-mode/leave',
  'POST /test-mode/gateway-calls',
  'GET /test-mode/notification',
]);
/** An endless stream. A HEAD request needs the same rights. */
const ENDLESS = 'GET /events';

interface Tenants {
  own: string;
  foreign: string;
  child?: string;
  parent?: string;
  sibling?: string;
}

const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ 'x-permission': z.unknown().optional() }))),
});

/** Tests what each user may do. `users` has their own tenant, and other tenants by their relation to it. Roles without a
 * user are named; the demo's viewer gets them one after the other. */
export function authorisationOf(users: Readonly<Record<string, Tenants>>): void {
  describe('the authorisation of each call', () => {
    let world: World;
    const [first] = Object.keys(users);
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

    /** The user's effective rights, limited to what the tenant is entitled to. */
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
      // Otherwise the rights that the role gives would wait.
      await sql`
      insert into user_powers (merchant_id, user_id, power, gained_at, usable_at)
      select u.merchant_id, u.id, p.power, now() - interval '9 years', now() - interval '9 years'
      from users u, unnest(array['pay', 'approve', 'keys']) p(power) where u.username = ${username}
      on conflict do nothing`.execute(world.db.kysely);
    }

    it('is listed for every call and matches the permission that the call requires', () => {
      const asked = [...calls].map(([call, permission]) => [
        call,
        Array.isArray(permission) ? permission.join(' ') : (permission ?? accessOf(call)),
      ]);
      expect(Object.fromEntries(asked)).toEqual(Object.fromEntries(AUTHORISED));
    });

    it("requires a session for all calls that aren't public", async () => {
      for (const [call, access] of AUTHORISED) {
        const { statusCode } = await make(call, UNKNOWN_ID);
        expect([call, statusCode === 401]).toEqual([call, access !== 'public']);
      }
    });

    describe.each(Object.entries(users))('%s', (username, { own, ...others }) => {
      let token: string;
      let may: (permission: string) => boolean;
      /** Digests of all other tenants, taken after the user has signed in. */
      let before: Record<string, string>;
      const ofUnknown = new Map<string, LightMyRequestResponse>();
      beforeAll(async () => {
        const user = /^[A-Z]/.test(username) ? 'viewer' : username;
        if (user !== username) await give(user, username);
        may = await rightsOf(user);
        ({ login_token: token } = await world.signIn(user));
        before = await digestOfTenants(world.db, { except: tenant(own) });
      });

      /** The response to a call with an unknown ID, cached per call. */
      async function unknownAnswer(call: string): Promise<LightMyRequestResponse> {
        const answer = ofUnknown.get(call) ?? (await make(call, UNKNOWN_ID, token));
        ofUnknown.set(call, answer);
        return answer;
      }

      it('may do exactly what the roles grant', async () => {
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
          // The oldest session is the first user's. Other users see it only if they may edit users.
          const isHidden = call.startsWith('GET /sessions') && username !== first && !may('users.edit');
          expect([call, (await make(call, id, token)).statusCode]).toEqual([call, isHidden ? 404 : 200]);
          read += 1;
        }
        expect(read).toBeGreaterThan(5);
      });

      it.each(Object.entries(others))("can't access the records of a %s tenant", async (relation, other) => {
        let tried = 0;
        for (const [call, access] of AUTHORISED) {
          // A call that the user may not make is rejected before any record is looked up; one foreign record suffices to
          // show that.
          if (!/:(role_)?id/.test(call) || (relation !== 'foreign' && !may(access))) continue;
          const id = await recordOf(call, { of: tenant(other), unseenBy: tenant(own) });
          if (id === null) continue;
          const [answer, unknown] = [await make(call, id, token), await unknownAnswer(call)];
          expect([call, answer.statusCode, ...wordsOf(answer)]).toEqual([
            call,
            unknown.statusCode,
            ...wordsOf(unknown),
          ]);
          expect([call, answer.statusCode < 300]).toEqual([call, false]);
          if (may(access)) tried += 1;
        }
        expect(await digestOfTenants(world.db, { except: tenant(own) })).toEqual(before);
        expect(tried).toBeGreaterThan(username === 'operator' ? 3 : 5);
      });
    });
  });

  const envelopeSchema = z.object({ code: z.int(), msg: z.string() });

  /** Code and message of a response, without its request ID. */
  function wordsOf(answer: LightMyRequestResponse): [number, string] {
    const { code, msg } = envelopeSchema.parse(answer.json());
    return [code, msg];
  }
}
