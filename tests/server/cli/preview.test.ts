import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPreview } from '#server/cli/preview/createPreview.ts';
import { guessDeclarations } from '#server/cli/preview/guessDeclarations.ts';
import { openRecordsFile } from '#server/cli/preview/recordsFile.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

const guess = (lists: Parameters<typeof guessDeclarations>[0]) => {
  const { files, left } = guessDeclarations(lists, []);
  return { files: files.map(({ text }): object => JSON.parse(text)), left };
};

describe('guessed declarations', () => {
  it('name types, references and the back end’s own names', () => {
    const { files } = guess({
      blogPosts: [{ id: 1, title: 'A', authorId: 1, isDraft: true, price: 1.5, likes: 3, postedOn: '2026-01-02' }],
      authors: [{ id: 1, name: 'Ada' }],
    });
    expect(files[0]).toMatchObject({
      name: 'blog_posts',
      envelope: 'json-server',
      recordRepresentation: 'title',
      fields: [
        { source: 'title', type: 'text', search: true, sortable: true },
        { source: 'author_id', at: 'authorId', type: 'reference', reference: 'authors', filter: 'eq' },
        { source: 'is_draft', at: 'isDraft', type: 'boolean', filter: 'eq' },
        // A form would write it as a text.
        { source: 'price', type: 'text', readOnly: true },
        { source: 'likes', type: 'integer', filter: 'range', sortable: true },
        { source: 'posted_on', at: 'postedOn', type: 'date', filter: 'range' },
      ],
    });
  });

  it('keep digits that are texts as texts', () => {
    const { files } = guess({ posts: [{ id: 1, zip: '10115', open: 'true' }] });
    expect(files[0]).toMatchObject({
      fields: [
        { source: 'zip', type: 'text' },
        { source: 'open', type: 'text' },
      ],
    });
  });

  it('are valid for any lists of records, or left out', () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.object());
    const row = fc.dictionary(fc.string({ maxLength: 12 }), value).map((fields) => ({ ...fields, id: 1 }));
    fc.assert(
      fc.property(fc.dictionary(fc.string({ maxLength: 12 }), fc.array(row, { maxLength: 4 })), (lists) => {
        const { files, left } = guess(lists);
        expect(files.length + left.length).toBe(Object.keys(lists).length);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a file of records', () => {
  it('keeps what isn’t a list of records, sees changes by others, and takes one change after the other', async () => {
    const folder = await temporaryFolder({ 'db.json': '{ "profile": { "name": "x" }, "posts": [{ "id": 1 }] }' });
    const name = path.join(folder, 'db.json');
    const file = openRecordsFile(name);
    const add = (id: number) =>
      file.change((lists) => ({ lists: { posts: [...(lists['posts'] ?? []), { id }] }, row: { id } }));
    await Promise.all([add(2), add(3), add(4)]);
    const written: unknown = JSON.parse(await readFile(name, 'utf8'));
    expect(written).toEqual({ profile: { name: 'x' }, posts: [1, 2, 3, 4].map((id) => ({ id })) });
    await writeFile(name, '{ "posts": [{ "id": 10, "title": "by hand" }] }');
    expect(await file.read()).toEqual({ posts: [{ id: 10, title: 'by hand' }] });
    const refuse = () => {
      throw new Error('no');
    };
    await expect(file.change(refuse)).rejects.toThrow('no');
    await add(11);
    expect((await file.read())['posts']).toHaveLength(2);
  });

  it('is served only to this computer', async () => {
    const folder = await temporaryFolder({
      'db.json': '{ "posts": [{ "id": 1, "title": "A" }] }',
      'console/index.html': '<html></html>',
      'console/assets/a.js': '',
    });
    const options = { data: path.join(folder, 'db.json'), resources: null, warn: () => {} };
    const app = await createPreview({ ...options, consoleFolder: path.join(folder, 'console') });
    const ask = (host: string) => app.inject({ url: '/prod-api/posts', headers: { host } });
    expect((await ask('127.0.0.1:4000')).json()).toEqual([{ id: 1, title: 'A' }]);
    expect((await ask('evil.example')).statusCode).toBe(403);
    await app.close();
  });

  it('must have a list', async () => {
    const folder = await temporaryFolder({ 'db.json': '{ "profile": {} }' });
    const options = { data: path.join(folder, 'db.json'), resources: null, consoleFolder: folder, warn: () => {} };
    await expect(createPreview(options)).rejects.toThrow('no list of records');
  });
});
