import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EITHER_DATABASE } from '#tests/support/testDatabase.ts';
import { type ImportWorld, importWorld } from './importWorld.ts';

const FILE = 'code,name\na1,Ann\na2,Bob\n';

describe.each(EITHER_DATABASE)('uploads with an idempotency key, on the %s database', (kind) => {
  let world: ImportWorld;
  beforeAll(async () => {
    world = await importWorld(kind);
  });
  afterAll(() => world.close());

  const named = async (name: string) => (await world.listed()).filter(({ file_name }) => file_name === name);
  const idIn = (answer: Awaited<ReturnType<ImportWorld['upload']>>) => answer.json<{ data: { id: string } }>().data.id;

  it('make one import, also if both arrive at once or one later', async () => {
    const send = () => world.upload(FILE, 'once.csv', 'clients', 'key-of-one-upload');
    const answers = await Promise.all([send(), send()]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    const [first = ''] = answers.map(idIn);
    expect(answers.map(idIn)).toEqual([first, first]);
    expect((await world.applied(first, 'all')).status).toBe('done');
    const later = await send();
    expect([later.statusCode, later.json<{ data: object }>().data]).toMatchObject([201, { id: first, status: 'done' }]);
    expect(await named('once.csv')).toHaveLength(1);
    const { length } = await world.db.kysely.selectFrom('imports').select('id').execute();
    expect(length).toBe(1);
  });

  it('are rejected with another file, and each make an import without a key', async () => {
    const other = await world.upload(`${FILE}a3,Eve\n`, 'once.csv', 'clients', 'key-of-one-upload');
    expect(other.statusCode).toBe(422);
    expect(other.json()).toMatchObject({ data: { errors: { idempotency_key: expect.any(String) } } });
    await world.upload('code,name\nb1,Ann\n', 'twice.csv');
    await world.upload('code,name\nb1,Ann\n', 'twice.csv');
    expect(await named('twice.csv')).toHaveLength(2);
  });
});
