import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldSchema } from '../../../../packages/declaration/src/fieldSchema.ts';
import { parseListQuery } from '#server/resources/listQuery.ts';
import { type OpenedResource, startStoredWorld, type StoredWorld } from '#tests/support/storedWorld.ts';
import { EITHER_DATABASE } from '#tests/support/testDatabase.ts';

const NAME = fieldSchema.parse({ source: 'name', type: 'text' });
const tagIds = (more: object = {}) =>
  fieldSchema.parse({ source: 'tag_ids', type: 'references', reference: 'tags', filter: 'any', ...more });

/** Links without a row or a record, and rows whose list differs from their links. */
async function inconsistencies({ db }: StoredWorld): Promise<unknown[]> {
  const { rows } = await sql`
    select * from (
      (select merchant_id, id, target::uuid from r_posts
         cross join lateral jsonb_array_elements_text(tag_ids) as target
       except select merchant_id, row_id, target_id from record_links where resource = 'r_posts')
      union all
      (select merchant_id, row_id, target_id from record_links where resource = 'r_posts'
       except select merchant_id, id, target::uuid from r_posts
         cross join lateral jsonb_array_elements_text(tag_ids) as target)
      union all
      select l.merchant_id, l.row_id, l.target_id from record_links l
      where l.resource = 'r_posts' and not exists (
        select from r_tags t where t.merchant_id = l.merchant_id and t.id = l.target_id)
    ) as wrong`.execute(db.kysely);
  return rows;
}

describe.each(EITHER_DATABASE)('several references on %s', (kind) => {
  let world: StoredWorld;
  let tags: OpenedResource;
  let ids: string[];
  beforeAll(async () => {
    world = await startStoredWorld(kind);
    tags = await world.open({ name: 'tags', fields: [NAME] });
    ids = [];
    for (const name of ['red', 'green', 'blue', 'gold']) ids.push((await tags.writer.create(world.actor, { name })).id);
  });
  afterAll(() => world.close());

  const open = (more: object = {}, name = 'posts') => world.open({ name, fields: [NAME, tagIds(more)] });
  const found = async ({ resource, source }: OpenedResource, chosen: readonly string[]) => {
    const query = parseListQuery(resource, { filter: JSON.stringify({ tag_ids: chosen }), range: '[0, 499]' });
    return (await source.list(world.actor.merchantId, query)).records.map(({ id }) => id).toSorted();
  };

  it('are found by any, all or none, after any changes', async () => {
    const opened = { any: await open(), all: await open({ filter: 'all' }), none: await open({ filter: 'none' }) };
    const { writer } = opened.any;
    const model = new Map<string, readonly string[]>();
    const list = fc.subarray([0, 1, 2, 3]);
    const change = fc.record({ kind: fc.constantFrom('create', 'update', 'remove'), at: fc.nat(), list });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), list, async (changes, wanted) => {
        for (const { kind: act, at, list: places } of changes) {
          const chosen = places.map((place) => ids[place] ?? '');
          const id = [...model.keys()][at % Math.max(1, model.size)];
          const values = { tag_ids: chosen.length > 0 ? chosen : null };
          if (act === 'create' || id === undefined) {
            model.set((await writer.create(world.actor, values)).id, chosen);
          } else if (act === 'update') {
            await writer.update(world.actor, { id, revision: null }, values);
            model.set(id, chosen);
          } else {
            await writer.remove(world.actor, { id, revision: null });
            model.delete(id);
          }
        }
        const chosen = wanted.map((place) => ids[place] ?? '');
        const expected = (holds: (own: readonly string[]) => boolean) =>
          [...model].flatMap(([id, own]) => (holds(own) ? [id] : [])).toSorted();
        expect(await found(opened.any, chosen)).toEqual(expected((own) => chosen.some((id) => own.includes(id))));
        expect(await found(opened.all, chosen)).toEqual(expected((own) => chosen.every((id) => own.includes(id))));
        expect(await found(opened.none, chosen)).toEqual(expected((own) => !chosen.some((id) => own.includes(id))));
        expect(await inconsistencies(world)).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  it('must exist, in this tenant', async () => {
    const { writer } = await open();
    const foreign = await tags.writer.create(world.stranger, { name: 'foreign' });
    await expect(writer.create(world.actor, { tag_ids: [ids[0], foreign.id] })).rejects.toMatchObject({
      fields: { tag_ids: { key: 'reference_not_found' } },
    });
  });

  it('prevent the deletion of a record, or are taken out of the list', async () => {
    const { writer, source } = await open();
    const { id: tag } = await tags.writer.create(world.actor, { name: 'short-lived' });
    const { id } = await writer.create(world.actor, { tag_ids: [ids[0], tag, ids[1]] });
    const { id: only } = await writer.create(world.actor, { tag_ids: [tag] });
    const remove = () => tags.writer.remove(world.actor, { id: tag, revision: null });
    await expect(remove()).rejects.toMatchObject({ id: 'still_referenced', args: { records: 'posts (2)' } });
    await open({ onDelete: 'clear' });
    await remove();
    expect(await source.one(world.actor.merchantId, id)).toMatchObject({ tag_ids: [ids[0], ids[1]], revision: 2 });
    expect(await source.one(world.actor.merchantId, only)).toMatchObject({ tag_ids: null });
    expect(await inconsistencies(world)).toEqual([]);
  });

  it('are still found after their field and their resource were renamed', async () => {
    const before = await open({}, 'drafts');
    const { id } = await before.writer.create(world.actor, { tag_ids: [ids[2]] });
    const field = fieldSchema.parse({ ...tagIds(), source: 'label_ids' });
    const after = await world.open({
      name: 'entries',
      fields: [NAME, field],
      migrate: { from: 'drafts', rename: { tag_ids: 'label_ids' } },
    });
    expect(after.findings).toEqual([]);
    const query = parseListQuery(after.resource, { filter: JSON.stringify({ label_ids: [ids[2]] }) });
    expect((await after.source.list(world.actor.merchantId, query)).records).toMatchObject([{ id }]);
    const { rows } = await sql`
      select resource, field from record_links where resource in ('r_drafts', 'r_entries')`.execute(world.db.kysely);
    expect(rows).toEqual([{ resource: 'r_entries', field: 'label_ids' }]);
  });
});

describe('several references while one of the records is deleted, on PostgreSQL', () => {
  it('are either kept or not written', async () => {
    const world = await startStoredWorld('postgres');
    const tags = await world.open({ name: 'tags', fields: [NAME] });
    const posts = await world.open({ name: 'posts', fields: [NAME, tagIds()] });
    for (let race = 0; race < 40; race += 1) {
      const [tag, other] = await Promise.all(['a', 'b'].map((name) => tags.writer.create(world.actor, { name })));
      const idle = await posts.writer.create(world.actor, { tag_ids: [other?.id] });
      const values = { tag_ids: [other?.id, tag?.id] };
      const [removed, written] = await Promise.allSettled([
        tags.writer.remove(world.actor, { id: tag?.id ?? '', revision: null }),
        race % 2 === 0
          ? posts.writer.create(world.actor, values)
          : posts.writer.update(world.actor, { id: idle.id, revision: null }, values),
      ]);
      expect(written.status).toBe(removed.status === 'rejected' ? 'fulfilled' : 'rejected');
    }
    expect(await inconsistencies(world)).toEqual([]);
    await world.close();
  });
});
