import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldSchema } from '#shared/declaration/fieldSchema.ts';
import { ConflictError } from '#server/errors.ts';
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
    await expect(refused).rejects.toMatchObject({ id: 'still_referenced', args: { resource: 'members' } });
    expect(await groups.source.one(world.actor.merchantId, group.id)).toEqual(group);
    await remove(members, member.id);
    await expect(remove(groups, group.id)).resolves.toEqual(group);
  });

  it("isn't blocked by a record of another tenant, nor by itself", async () => {
    const group = await groups.writer.create(world.actor, { name: 'g' });
    await members.writer.create(world.stranger, { group_id: group.id });
    await groups.writer.update(world.actor, { id: group.id, revision: 1 }, { parent_id: group.id });
    const child = await groups.writer.create(world.actor, { parent_id: group.id });
    await expect(remove(groups, group.id)).rejects.toMatchObject({ args: { resource: 'groups' } });
    await remove(groups, child.id);
    await expect(remove(groups, group.id)).resolves.toMatchObject({ id: group.id });
  });
});
