import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyChain } from '#server/audit/verifyChain.ts';
import { EITHER_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const desks = {
  version: 1,
  name: 'desks',
  storage: 'table',
  tenants: ['merchant'],
  fields: [
    { source: 'subject', type: 'text', required: true },
    { source: 'status', type: 'text', default: 'open' },
    { source: 'fee', type: 'money', permission: 'see_fee' },
    { source: 'answers', type: 'integer', readOnly: true },
  ],
  actions: [
    {
      key: 'reply',
      form: [
        { source: 'text', type: 'longtext', required: true },
        { source: 'to', type: 'text' },
      ],
      when: { field: 'status', ne: 'closed' },
      create: {
        reference: 'answers',
        values: {
          desk_id: '$record.id',
          place: '$record.answers',
          text: '$form.text',
          to: '$form.to',
          by_id: '$user',
          fee: '$record.fee',
        },
      },
      set: { answers: { add: 1 } },
    },
    {
      key: 'ask_both',
      scope: 'bulk',
      create: [
        { reference: 'answers', values: { desk_id: '$record.id', text: 'first' } },
        { reference: 'answers', values: { desk_id: '$record.id', text: '$record.subject' } },
      ],
    },
    {
      key: 'note',
      scope: 'list',
      form: [{ source: 'text', type: 'longtext' }],
      create: { reference: 'answers', values: { text: '$form.text' } },
    },
  ],
};

const answers = {
  version: 1,
  name: 'answers',
  storage: 'table',
  tenants: ['merchant'],
  operations: ['list', 'show', 'delete'],
  fields: [
    { source: 'number', type: 'text', default: { sequence: 'A-{0000}', gapless: true } },
    { source: 'desk_id', type: 'reference', reference: 'desks', onDelete: 'delete' },
    { source: 'subject', type: 'text', default: { from: 'desk_id.subject' } },
    { source: 'place', type: 'integer', readOnly: true, unique: false },
    { source: 'text', type: 'longtext', required: true, maxLength: 40 },
    { source: 'to', type: 'text', unique: true },
    { source: 'by_id', type: 'reference', reference: 'users' },
    { source: 'fee', type: 'money' },
    { source: 'written_on', type: 'date', default: '$today' },
  ],
  rules: [{ must: { field: 'text', ne: 'spam' }, at: 'text', text: { en: 'No spam' } }],
};

type Values = Record<string, unknown>;

describe.each(EITHER_DATABASE)('records that actions create on %s', (kind) => {
  let world: World;
  let owner: string;
  /** May reply, but neither see answers nor the fee. */
  let viewer: string;
  beforeAll(async () => {
    world = await startWorld(kind, { orders: 20, resources: { desks, answers } });
    const { kysely } = world.db;
    const role = await kysely.selectFrom('roles').where('name', '=', 'Viewer').selectAll().executeTakeFirstOrThrow();
    const { merchant_id, id: role_id } = role;
    await kysely
      .insertInto('role_permissions')
      .values(['list', 'show', 'reply'].map((key) => ({ merchant_id, role_id, permission: `desks.${key}` })))
      .execute();
    owner = (await world.signIn('demo')).login_token;
    viewer = (await world.signIn('viewer')).login_token;
  });
  afterAll(() => world.close());

  let calls = 0;
  const send = async (
    method: 'GET' | 'POST',
    path: string,
    payload?: object,
    token = owner,
    key = `call-number-${calls}`,
  ) => {
    calls += 1;
    const headers = { 'idempotency-key': key };
    const answer = await world.call({ method, url: `/prod-api/${path}`, token, headers, ...(payload && { payload }) });
    return {
      status: answer.statusCode,
      ...answer.json<{ message?: string; errors?: Values; data: Values & { id: string } }>(),
    };
  };
  const open = async (values: object = {}) => (await send('POST', 'desks', { subject: 'Printer', ...values })).data.id;
  const answersOf = async (id: string) => {
    const { rows } = await sql<Values>`select * from r_answers where desk_id = ${id} order by number`.execute(
      world.db.kysely,
    );
    return rows;
  };

  it('have the values given, their defaults and numbers, and both are in the log', async () => {
    const id = await open({ fee: '250' });
    const reply = await send('POST', `desks/${id}/reply`, { text: 'Turn it on', to: 'zoe' });
    expect(reply).toMatchObject({ status: 200, data: { answers: 1, revision: 2 } });
    const [answer, ...more] = await answersOf(id);
    expect(more).toEqual([]);
    expect(answer).toMatchObject({
      number: expect.stringMatching(/^A-\d{4}$/),
      subject: 'Printer',
      place: 1,
      text: 'Turn it on',
      to: 'zoe',
      fee: 250n,
      written_on: '2026-11-20',
    });
    const { rows } = await sql<Values>`
      select action, record_id, actor_id from audit_logs where record_id in (${id}, ${answer?.['id']})
      order by seq`.execute(world.db.kysely);
    expect(rows.map(({ action }) => action)).toEqual(['desks.create', 'desks.reply', 'answers.create']);
    expect(answer?.['by_id']).toBe(rows[2]?.['actor_id']);
  });

  it('need only the permission for the action, and take nothing that the caller can’t see', async () => {
    const id = await open({ fee: '250' });
    expect((await send('GET', 'answers', undefined, viewer)).status).toBe(403);
    expect((await send('POST', `desks/${id}/reply`, { text: 'Hello' }, viewer)).status).toBe(200);
    // `subject` is read as the caller may see it, who sees desks.
    expect(await answersOf(id)).toMatchObject([{ text: 'Hello', fee: null, subject: 'Printer' }]);
    expect((await send('POST', 'answers', { text: 'x' })).status).toBe(405);
  });

  it('are created once for each key', async () => {
    const id = await open();
    const reply = () => send('POST', `desks/${id}/reply`, { text: 'Once' }, owner, 'the-same-key');
    const [first, second] = [await reply(), await reply()];
    expect(second).toEqual(first);
    expect(await answersOf(id)).toHaveLength(1);
  });

  it('are created together with the change, or neither is', async () => {
    const id = await open();
    await send('POST', `desks/${id}/reply`, { text: 'a', to: 'taken' });
    const before = await send('GET', `desks/${id}`);
    for (const [values, errors] of [
      [{ text: 'x'.repeat(41) }, { text: expect.any(String) }],
      [{ text: 'spam' }, { text: expect.any(String) }],
      [{ text: 'b', to: 'taken' }, { to: expect.any(String) }],
    ] as const) {
      const refused = await send('POST', `desks/${id}/reply`, values);
      expect(refused).toMatchObject({ status: 422, data: { errors } });
    }
    expect(await send('GET', `desks/${id}`)).toEqual(before);
    expect(await answersOf(id)).toHaveLength(1);
  });

  it('are several of each record, and one of the list', async () => {
    const ids = [await open({ subject: 'a' }), await open({ subject: 'b' })];
    expect(await send('POST', 'desks/ask_both', { ids })).toMatchObject({ status: 200, data: { done: 2 } });
    for (const [at, id] of ids.entries())
      expect(await answersOf(id)).toMatchObject([{ text: 'first' }, { text: ['a', 'b'][at] }]);
    const total = async () => (await send('GET', 'answers/summary')).data['count'];
    const before = Number(await total());
    expect((await send('POST', 'desks/note', { text: 'Lunch' })).status).toBe(200);
    expect(await total()).toBe(before + 1);
    // The form doesn't require what the record does.
    expect(await send('POST', 'desks/note', {})).toMatchObject({
      status: 422,
      data: { errors: { text: expect.any(String) } },
    });
  });

  it('leave the log’s chain intact while many callers reply to the same records and delete them', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => open()));
    const all = await world.db.patiently(() =>
      Promise.all(
        Array.from({ length: 24 }, async (_, at) => {
          const id = ids[at % 4] ?? '';
          if (at > 19) return world.call({ method: 'DELETE', url: `/prod-api/desks/${id}`, token: owner });
          return world.call({
            method: 'POST',
            url: at % 3 === 0 ? '/prod-api/desks/ask_both' : `/prod-api/desks/${id}/reply`,
            token: owner,
            headers: { 'idempotency-key': `many-${at}-${kind}` },
            payload: at % 3 === 0 ? { ids: at % 2 === 0 ? ids : ids.toReversed() } : { text: 'x' },
          });
        }),
      ),
    );
    expect(all.map(({ statusCode }) => statusCode).filter((status) => ![200, 404, 409].includes(status))).toEqual([]);
    const { rows } = await sql`
      select a.id from r_answers a
      where a.desk_id is not null and not exists (
        select from r_desks d where d.merchant_id = a.merchant_id and d.id = a.desk_id)`.execute(world.db.kysely);
    expect(rows).toEqual([]);
    const { merchant_id } = await world.db.kysely
      .selectFrom('users')
      .where('username', '=', 'demo')
      .select('merchant_id')
      .executeTakeFirstOrThrow();
    expect(await verifyChain(world.db, merchant_id)).toBeNull();
  });
});
