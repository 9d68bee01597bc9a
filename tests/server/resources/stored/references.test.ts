import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldSchema } from '../../../../packages/declaration/src/fieldSchema.ts';
import { ConflictError, ValidationError } from '#server/errors.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startStoredWorld, type OpenedResource, type StoredWorld } from '#tests/support/storedWorld.ts';

const reference = (source: string, to: string) => fieldSchema.parse({ source, type: 'reference', reference: to });
const NAME = fieldSchema.parse({ source: 'name', type: 'text' });

describe('a record that others reference', () => {
  let world: StoredWorld;
  let groups: OpenedResource;
  let members: OpenedResource;
  beforeAll(async () => {
    world = await startStoredWorld(USUAL_DATABASE);
    groups = await world.open({ name: 'groups', fields: [NAME, reference('parent_id', 'groups')] });
    members = await world.open({ name: 'members', fields: [NAME, reference('group_id', 'groups')] });
  });
  afterAll(() => world.close());

  const remove = ({ writer }: OpenedResource, id: string) => writer.remove(world.actor, { id, revision: null });

  it("can't be deleted before they are", async () => {
    const group = await groups.writer.create(world.actor, { name: 'g' });
    const member = await members.writer.create(world.actor, { group_id: group.id });
    const refused = remove(groups, group.id);
    await expect(refused).rejects.toThrow(ConflictError);
    await expect(refused).rejects.toMatchObject({ id: 'still_referenced', args: { records: 'members (1)' } });
    expect(await groups.source.one(world.actor.merchantId, group.id)).toEqual(group);
    await remove(members, member.id);
    await expect(remove(groups, group.id)).resolves.toEqual(group);
  });

  it("isn't blocked by a record of another tenant, nor by itself", async () => {
    const group = await groups.writer.create(world.actor, { name: 'g' });
    await expect(members.writer.create(world.stranger, { group_id: group.id })).rejects.toThrow(ValidationError);
    const { id } = await members.writer.create(world.stranger, {});
    await sql`update r_members set group_id = ${group.id} where id = ${id}`.execute(world.db.kysely);
    await groups.writer.update(world.actor, { id: group.id, revision: 1 }, { parent_id: group.id });
    const child = await groups.writer.create(world.actor, { parent_id: group.id });
    await expect(remove(groups, group.id)).rejects.toMatchObject({ args: { records: 'groups (1)' } });
    await remove(groups, child.id);
    await expect(remove(groups, group.id)).resolves.toMatchObject({ id: group.id });
  });

  it("can't be referred to once it is deleted, by a new record, a change or an action", async () => {
    const group = await groups.writer.create(world.actor, { name: 'g' });
    const member = await members.writer.create(world.actor, { name: 'm' });
    await remove(groups, group.id);
    const values = { group_id: group.id };
    const action = { values, when: null, action: 'members.move' };
    for (const write of [
      () => members.writer.create(world.actor, values),
      () => members.writer.update(world.actor, { id: member.id, revision: null }, values),
      () => members.writer.set(world.actor, [member.id], action),
    ]) {
      await expect(write()).rejects.toMatchObject({ fields: { group_id: { key: 'reference_not_found' } } });
    }
  });
});

describe('a record that is referenced while it is deleted, on PostgreSQL', () => {
  it('is either kept or not referenced', async () => {
    const world = await startStoredWorld('postgres');
    const groups = await world.open({ name: 'groups', fields: [NAME] });
    const members = await world.open({ name: 'members', fields: [NAME, reference('group_id', 'groups')] });
    const outcomes = { kept: 0, deleted: 0 };
    for (let race = 0; race < 40; race += 1) {
      const group = await groups.writer.create(world.actor, { name: `g${race}` });
      const idle = await members.writer.create(world.actor, { name: 'idle' });
      const [removed, ...written] = await Promise.allSettled([
        groups.writer.remove(world.actor, { id: group.id, revision: null }),
        race % 2 === 0
          ? members.writer.create(world.actor, { group_id: group.id })
          : members.writer.update(world.actor, { id: idle.id, revision: null }, { group_id: group.id }),
      ]);
      // Exactly one of the two.
      expect(written.map(({ status }) => status)).toEqual([removed.status === 'rejected' ? 'fulfilled' : 'rejected']);
      outcomes[removed.status === 'rejected' ? 'kept' : 'deleted'] += 1;
    }
    const { rows } = await sql`
      select m.id from r_members m where m.group_id is not null and not exists (
        select from r_groups g where g.merchant_id = m.merchant_id and g.id = m.group_id)`.execute(world.db.kysely);
    expect(rows).toEqual([]);
    console.info('races of a deletion with a reference', outcomes);
    await world.close();
  });
});
