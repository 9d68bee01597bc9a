import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { followFolder as follow } from '#tests/support/followedFolder.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

const text = (name: string, more: object = {}) =>
  JSON.stringify({ version: 1, name, storage: 'table', fields: [{ source: 'title', type: 'text' }], ...more });

describe('the registry of declarations', () => {
  it('starts with the valid files if one is invalid', async () => {
    const folder = await temporaryFolder({ 'good.json': text('good'), 'bad.json': '{', 'resource.schema.json': '{}' });
    const { registry, names } = await follow(folder);
    expect(names()).toEqual(['good']);
    expect(registry.state.problems.map(({ file }) => file)).toEqual(['bad.json']);
    expect(registry.state.outdated).toEqual([]);
    expect(registry.state.texts.get('bad')?.text).toBe('{');
  });

  it('starts without the folder, reports that, and reads it once it exists', async () => {
    const folder = await temporaryFolder({});
    await rm(folder, { recursive: true });
    const { registry, errors, names } = await follow(folder);
    expect(errors).toHaveLength(1);
    expect(names()).toEqual([]);
    expect(registry.state.problems).toEqual([]);
  });

  it('notifies its listeners of changes only', async () => {
    const folder = await temporaryFolder({ 'one.json': text('one') });
    const { registry } = await follow(folder);
    const heard: string[][] = [];
    const stop = registry.onChange(({ resources }) => heard.push([...resources.keys()]));
    await registry.refresh();
    await writeFile(path.join(folder, 'two.json'), text('two'));
    await registry.refresh();
    await registry.refresh();
    expect(heard).toEqual([['one', 'two']]);
    stop();
    await rm(path.join(folder, 'one.json'));
    await registry.refresh();
    expect(heard).toHaveLength(1);
  });

  it('yields to the event loop between two of many declarations', async () => {
    const folder = await temporaryFolder({});
    const { registry, names } = await follow(folder);
    const count = 40;
    for (let at = 0; at < count; at += 1) await writeFile(path.join(folder, `many_${at}.json`), text(`many_${at}`));
    let turns = 0;
    let isOver = false;
    const countTurns = () => {
      turns += 1;
      if (!isOver) setImmediate(countTurns);
    };
    setImmediate(countTurns);
    await registry.refresh();
    isOver = true;
    expect(names()).toHaveLength(count);
    expect(turns).toBeGreaterThanOrEqual(count);
  });

  it('follows editors that write a temporary file and rename it, and does so on each server', async () => {
    const folder = await temporaryFolder({ 'one.json': text('one') });
    const servers = [await follow(folder), await follow(folder)];
    const wanted = text('one', { icon: 'wallet' });
    await writeFile(path.join(folder, '.one.json.swp'), wanted);
    await rename(path.join(folder, '.one.json.swp'), path.join(folder, 'one.json'));
    for (const { registry } of servers) await expect.poll(() => registry.state.texts.get('one')?.text).toBe(wanted);
  });

  it("keeps the version before one that can't be activated, and retries", async () => {
    const folder = await temporaryFolder({ 'one.json': text('one') });
    let isDown = false;
    const { registry } = await follow(folder, {
      activate: async () => ({
        backend: null,
        findings: isDown ? [{ id: 'S105', severity: 'error', path: ['storage'], args: { reason: 'down' } }] : [],
      }),
    });
    const before = registry.state.texts.get('one');
    isDown = true;
    await writeFile(path.join(folder, 'one.json'), text('one', { icon: 'wallet' }));
    await registry.refresh();
    expect(registry.state).toMatchObject({
      outdated: ['one'],
      problems: [{ id: 'S105', pointer: '/storage', line: 1 }],
    });
    expect(registry.state.texts.get('one')).toEqual(before);
    isDown = false;
    await registry.refresh();
    expect(registry.state).toMatchObject({ outdated: [], problems: [] });
    expect(registry.state.resources.get('one')?.resource.icon).toBe('wallet');
  });

  it('activates only what has changed', async () => {
    const folder = await temporaryFolder({ 'one.json': text('one'), 'two.json': text('two') });
    const activated: string[] = [];
    const { registry } = await follow(folder, {
      async activate({ name }) {
        activated.push(name);
        return { backend: null, findings: [] };
      },
    });
    await writeFile(path.join(folder, 'two.json'), text('two', { icon: 'wallet' }));
    await registry.refresh();
    expect(activated).toEqual(['one', 'two', 'two']);
  });

  it('assigns a different tag to each text', async () => {
    const folder = await temporaryFolder({ 'one.json': text('one'), 'two.json': text('two') });
    const { registry } = await follow(folder);
    const tags = [...registry.state.texts.values()].map(({ etag }) => etag);
    expect(new Set(tags).size).toBe(2);
    expect(tags.every((tag) => /^"[\w-]{43}"$/.test(tag))).toBe(true);
  });
});
