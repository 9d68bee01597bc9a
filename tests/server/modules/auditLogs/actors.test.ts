import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { recordAudit, systemActor } from '#server/audit/recordAudit.ts';
import { LANGUAGES } from '@merchant-console/declaration/languages';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const entriesSchema = z.object({
  data: z.array(z.object({ actor_id: z.string().nullable(), actor_name: z.string() })),
});

describe('entries of the audit log', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20 });
  });
  afterAll(() => world.close());

  it('name their user, or the system in the reader’s language', async () => {
    const { login_token: token } = await world.signIn('demo');
    const { merchant_id } = await world.db.kysely
      .selectFrom('users')
      .where('username', '=', 'demo')
      .select('merchant_id')
      .executeTakeFirstOrThrow();
    world.clock.advance(1);
    await world.db.transaction((tx) =>
      recordAudit(tx, {
        actor: systemActor(merchant_id),
        action: 'bankcards.disable',
        recordId: 'x',
        at: world.clock.now(),
      }),
    );
    const newest = async (language: string) => {
      const answer = await world.call({
        url: '/prod-api/audit-logs?range=[0,1]',
        token,
        headers: { 'accept-language': language },
      });
      return entriesSchema.parse(answer.json()).data;
    };
    const systems = await Promise.all(LANGUAGES.map(async (language) => (await newest(language))[0]));
    expect(systems).toEqual(
      ['System', '系统', 'Sistema', 'システム'].map((actor_name) => ({ actor_id: null, actor_name })),
    );
    expect((await newest('en'))[1]).toEqual({ actor_id: expect.any(String), actor_name: '林晓' });
  });
});
