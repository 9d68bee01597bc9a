import { z } from 'zod';
import type { Resource } from '@merchant-console/declaration';
import type { Db } from '#server/db/connect.ts';
import { startWorld, type World, type WorldOptions } from '#tests/support/world.ts';
import type { DeclaredServer, Role } from './DeclaredServer.ts';

const USERS = ['demo', 'tokyo', 'viewer', 'operator'] as const;
type Username = (typeof USERS)[number];

/** The demo's server with some users signed in, of whom `viewer` has no permissions. */
export interface DemoServer {
  world: World;
  /** The server prepared for the tests of one resource. */
  for(resource: Resource): DeclaredServer;
}

const envelopeSchema = z.object({ data: z.unknown() });
const refusalSchema = z.object({ data: z.object({ errors: z.record(z.string(), z.string()) }) });

export async function startDeclaredServer(kind: Db['kind'], options: WorldOptions): Promise<DemoServer> {
  const world = await startWorld(kind, options);
  await takePermissionsFrom(world, 'viewer');
  const tokens = new Map<string, string>();
  for (const name of USERS) tokens.set(name, (await world.signIn(name)).login_token);
  return {
    world,
    for(resource) {
      const users = usersOf(resource);
      return {
        async send(role, method, path, body) {
          const answer = await world.call({
            method,
            url: `/prod-api/${resource.endpoint}${path}`,
            token: tokens.get(users[role]) ?? '',
            ...(typeof body === 'object' && body !== null ? { payload: body } : {}),
          });
          const json: unknown = answer.body.startsWith('{') ? answer.json() : {};
          return {
            status: answer.statusCode,
            data: envelopeSchema.safeParse(json).data?.data,
            total: Number(/\/(\d+)$/.exec(answer.headers['content-range'] ?? '')?.[1] ?? 0),
            errors: refusalSchema.safeParse(json).data?.data.errors ?? {},
          };
        },
      };
    },
  };
}

function usersOf({ tenants }: Resource): Record<Role, Username> {
  const isMerchants = tenants.includes('merchant');
  return { owner: isMerchants ? 'demo' : 'operator', stranger: 'tokyo', nobody: 'viewer' };
}

async function takePermissionsFrom({ db }: World, username: string): Promise<void> {
  await db.kysely
    .deleteFrom('role_permissions')
    .where('role_id', 'in', (query) =>
      query
        .selectFrom('user_roles as r')
        .innerJoin('users as u', (join) =>
          join.onRef('u.merchant_id', '=', 'r.merchant_id').onRef('u.id', '=', 'r.user_id'),
        )
        .where('u.username', '=', username)
        .select('r.role_id'),
    )
    .execute();
}
