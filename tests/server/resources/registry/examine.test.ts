import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFolder } from '@merchant-console/declaration/node';
import { followFolder } from '#tests/support/followedFolder.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

const declared = (name: string, source: string, more: object = {}) =>
  JSON.stringify({ version: 1, name, fields: [{ source, type: 'text' }], ...more });

describe('examining a text', () => {
  it('reads the folder as it is now, and uses it', async () => {
    const folder = await temporaryFolder({ 'tools.json': declared('tools', 'name') });
    const { registry } = await followFolder(folder);
    await registry.close();
    const newer = declared('tools', 'title');
    await writeFile(path.join(folder, 'tools.json'), newer);
    const { before, problems } = await registry.examine('tools.json', declared('tools', 'colour'));
    expect({ before, problems }).toEqual({ before: newer, problems: [] });
    expect(registry.state.resources.get('tools')?.resource.fields).toMatchObject([{ source: 'title' }]);
  });

  it('finds the problems of a file that isn’t in the folder, and leaves it so', async () => {
    const folder = await temporaryFolder({ 'tools.json': declared('tools', 'name') });
    const { registry } = await followFolder(folder);
    const examined = await registry.examine('vans.json', declared('vans', 'name', { endpoint: 'tools' }));
    expect(examined).toMatchObject({
      before: null,
      resource: undefined,
      problems: [{ file: 'vans.json', id: 'R203' }],
    });
    expect([...(await readFolder(folder)).keys()]).toEqual(['tools.json']);
  });
});
