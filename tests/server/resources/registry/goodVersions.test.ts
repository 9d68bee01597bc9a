import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Resource } from '@merchant-console/declaration';
import type { Activation } from '#server/resources/registry/activate.ts';
import { endpointsInMemory, followFolder, versionsInMemory } from '#tests/support/followedFolder.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

const text = (name: string, ...fields: object[]) =>
  JSON.stringify({ version: 1, name, storage: 'table', fields: [{ source: 'title', type: 'text' }, ...fields] });
const toGroups = { source: 'group_id', type: 'reference', reference: 'groups' };

describe('the last valid version of a declaration', () => {
  it('is served after a restart if the file refers to one that has been removed', async () => {
    const folder = await temporaryFolder({ 'groups.json': text('groups'), 'members.json': text('members', toGroups) });
    const stores = { versions: versionsInMemory(), endpoints: endpointsInMemory() };
    await followFolder(folder, stores);
    await rm(path.join(folder, 'groups.json'));
    const { names, problems, registry } = await followFolder(folder, stores);
    expect(names()).toEqual(['members']);
    expect(problems()).toEqual(['members.json:1 R206']);
    expect(registry.state.outdated).toEqual([]);
  });

  it('is served after a restart if the file is invalid, and replaced once it is mended', async () => {
    const folder = await temporaryFolder({ 'one.json': text('one') });
    const stores = { versions: versionsInMemory(), endpoints: endpointsInMemory() };
    await followFolder(folder, stores);
    await writeFile(path.join(folder, 'one.json'), '{');
    const { registry, names, change } = await followFolder(folder, stores);
    expect(names()).toEqual(['one']);
    expect(registry.state.outdated).toEqual(['one']);
    expect(registry.state.texts.get('one')).toMatchObject({ text: text('one'), isGood: true });
    const mended = text('one', { source: 'more', type: 'text' });
    await change({ 'one.json': mended });
    expect(registry.state.outdated).toEqual([]);
    expect((await stores.versions.read()).get('one')).toBe(mended);
  });

  it('is served after a restart if the file contradicts the database', async () => {
    const folder = await temporaryFolder({ 'one.json': text('one') });
    const stores = { versions: versionsInMemory(), endpoints: endpointsInMemory() };
    await followFolder(folder, stores);
    await writeFile(path.join(folder, 'one.json'), text('one', { source: 'more', type: 'text' }));
    const refusing = async ({ fields }: Resource): Promise<Activation> => ({
      backend: null,
      findings: fields.some(({ source }) => source === 'more')
        ? [{ id: 'S201', severity: 'error', path: ['fields'], args: { source: 'other', rows: 1 } }]
        : [],
    });
    const { names, problems, registry } = await followFolder(folder, { ...stores, activate: refusing });
    expect(names()).toEqual(['one']);
    expect(problems()).toEqual(['one.json:1 S201']);
    expect(registry.state.outdated).toEqual(['one']);
    expect((await stores.versions.read()).get('one')).toBe(text('one'));
  });

  it("isn't served if another resource, or a newer version of the server, has taken its endpoint or name", async () => {
    const folder = await temporaryFolder({ 'one.json': text('one') });
    const stores = { versions: versionsInMemory(), endpoints: endpointsInMemory() };
    const first = await followFolder(folder, stores);
    await first.change({
      'one.json': null,
      'aaa.json': text('aaa').replace('"storage"', '"endpoint": "one", "storage"'),
    });
    await first.change({ 'one.json': '{' });
    expect((await followFolder(folder, stores)).endpoints()).toEqual({ one: 'aaa' });
    await first.change({ 'aaa.json': null });
    const { names } = await followFolder(folder, { versions: stores.versions, environment: { builtInPages: ['one'] } });
    expect(names()).toEqual([]);
  });

  it("isn't served after a restart if the file is gone, nor if the server can't activate it", async () => {
    const folder = await temporaryFolder({ 'one.json': text('one'), 'two.json': text('two') });
    const versions = versionsInMemory();
    await followFolder(folder, { versions });
    await rm(path.join(folder, 'one.json'));
    await writeFile(path.join(folder, 'two.json'), '{');
    const failing = async (): Promise<Activation> => ({
      backend: null,
      findings: [{ id: 'S105', severity: 'error', path: [], args: { reason: 'x' } }],
    });
    const { names } = await followFolder(folder, { versions, activate: failing });
    expect(names()).toEqual([]);
  });
});
