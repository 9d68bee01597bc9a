import { TOKEN_COOKIE } from '@merchant-console/ra-provider/token';
import { declarationSchema, type Resource, toResource } from '@merchant-console/declaration';
import type { Db } from '#server/db/connect.ts';
import type { IdentifiedRecord } from '../../../../packages/ra-declared/src/fields/FieldTypeDefinition.ts';
import { createApiLayer } from '#tests/support/apiLayer.ts';
import { fetchFromApp } from '#tests/support/fetchFromApp.ts';
import { createMemoryBrowser } from '#tests/support/memoryBrowser.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const team_members = {
  version: 1,
  name: 'team_members',
  storage: 'table',
  fields: [
    { source: 'user_id', type: 'reference', reference: 'users', required: true },
    { source: 'team', type: 'text' },
  ],
};

const declaration = {
  version: 1,
  name: 'team_tasks',
  storage: 'table',
  records: {
    see: {
      any: [
        { field: 'owner_id', eq: '$user' },
        { field: 'team', in: '$user.team_members.team' },
        { permission: 'see_all' },
      ],
    },
    write: { any: [{ field: 'owner_id', eq: '$user' }, { permission: 'see_all' }] },
  },
  rules: [
    {
      when: { not: { field: 'due_on', empty: true } },
      must: { field: 'due_on', gte: { field: 'opened_on' } },
      at: 'due_on',
      text: { en: 'After the day it was opened' },
    },
  ],
  when: { edit: { field: 'stage', ne: 'closed' } },
  fields: [
    { source: 'name', type: 'text', required: true },
    { source: 'code', type: 'text', unique: true },
    { source: 'account', type: 'text', mask: 'card' },
    { source: 'stage', type: 'enum', default: 'open', choices: [{ id: 'open' }, { id: 'done' }, { id: 'closed' }] },
    { source: 'note', type: 'text', required: { field: 'stage', eq: 'done' } },
    { source: 'level', type: 'integer', permission: { write: 'set_level' } },
    { source: 'secret_plan', type: 'text', permission: { see: 'see_plan', write: 'set_plan' } },
    { source: 'owner_id', type: 'reference', reference: 'users' },
    { source: 'team', type: 'text' },
    { source: 'opened_on', type: 'date' },
    { source: 'due_on', type: 'date' },
  ],
  list: {
    duplicate: true,
    bulkEdit: ['stage', 'note', 'level', 'due_on', 'team', 'owner_id'],
  },
};

export const tasks: Resource = toResource(declarationSchema.parse(declaration));

/** Everything that a user of the console can do in lists, but seeing all tasks. */
const GRANTED = ['list', 'show', 'create', 'edit'];

export interface Task extends IdentifiedRecord {
  id: string;
  revision: number;
}

/** A server with tasks of teams, and its owner and another user with the console's own data provider. */
export interface TaskServer {
  world: World;
  owner: TaskUser;
  /** May edit the own tasks and see those of the team `north`. */
  viewer: TaskUser;
  viewerId: string;
  /** Creates a task as the owner. */
  create(values: object): Promise<Task>;
  /** Takes or gives a permission of the tasks. */
  permit(permission: string, isGranted: boolean): Promise<void>;
  close(): Promise<void>;
}

export interface TaskUser {
  dataProvider: ReturnType<typeof createApiLayer>['dataProvider'];
  read(ids: readonly string[]): Promise<Task[]>;
}

export async function startTaskServer(kind: Db['kind']): Promise<TaskServer> {
  const world = await startWorld(kind, { orders: 20, resources: { team_members, team_tasks: declaration } });
  const { kysely } = world.db;
  const role = await kysely.selectFrom('roles').where('name', '=', 'Viewer').selectAll().executeTakeFirstOrThrow();
  const { id: viewerId } = await kysely
    .selectFrom('users')
    .where('username', '=', 'viewer')
    .select('id')
    .executeTakeFirstOrThrow();
  const permit: TaskServer['permit'] = async (permission, isGranted) => {
    const row = { merchant_id: role.merchant_id, role_id: role.id, permission: `${tasks.name}.${permission}` };
    if (isGranted) await kysely.insertInto('role_permissions').values(row).execute();
    else await kysely.deleteFrom('role_permissions').where('permission', '=', row.permission).execute();
  };
  for (const permission of GRANTED) await permit(permission, true);
  const userOf = async (username: string): Promise<TaskUser> => {
    const browser = createMemoryBrowser();
    browser.cookieJar.set(TOKEN_COOKIE, (await world.signIn(username)).login_token);
    const { dataProvider } = createApiLayer(fetchFromApp(world.app), browser);
    return {
      dataProvider,
      read: async (ids) => (await dataProvider.getMany<Task>(tasks.name, { ids: [...ids] })).data,
    };
  };
  const [owner, viewer] = [await userOf('demo'), await userOf('viewer')];
  await owner.dataProvider.create('team_members', { data: { user_id: viewerId, team: 'north' } });
  return {
    world,
    owner,
    viewer,
    viewerId,
    create: async (values) =>
      (await owner.dataProvider.create<Task>(tasks.name, { data: { name: 'T', ...values } })).data,
    permit,
    close: () => world.close(),
  };
}
