import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FIELD_TYPES } from '@merchant-console/declaration/check';
import { resourceJsonSchema, schemaText } from '@merchant-console/declaration/node';
import { SHIPPED_COMPONENTS } from '#shared/shippedComponents.ts';
import { editorAccepts } from './editorSchema.ts';
import { mutated } from './mutations/Mutation.ts';
import { readMutations } from './mutations/readMutations.ts';

const shipped = readdirSync('resources');
const files = [...shipped.map((file) => path.join('resources', file)), ...fixtures()];

function fixtures(): string[] {
  const folder = path.join(import.meta.dirname, 'fixtures');
  return readdirSync(folder).map((file) => path.join(folder, file));
}

describe('the schema for editors', () => {
  it('is up to date; npm run resources schema writes it', () => {
    expect(readFileSync('resource.schema.json', 'utf8')).toBe(schemaText(SHIPPED_COMPONENTS));
  });

  it.each(files)('accepts %s', (file) => {
    editorAccepts(JSON.parse(readFileSync(file, 'utf8')));
    expect(editorAccepts.errors ?? []).toEqual([]);
  });

  it.each(readMutations('shape').map((mutation) => [mutation.what, mutation]))('rejects %s', (_, mutation) => {
    expect(editorAccepts(JSON.parse(mutated(mutation)))).toBe(false);
  });

  it('is referenced by the declarations', () => {
    const named = shipped.map((file) => /"\$schema": "(.*?)"/.exec(readFileSync(`resources/${file}`, 'utf8'))?.[1]);
    expect(new Set(named)).toEqual(new Set(['../resource.schema.json']));
  });

  it('explains every key', () => {
    expect(unexplained(resourceJsonSchema(), '')).toEqual([]);
  });

  it('has one flat branch per field type, discriminated by the type', () => {
    const types = FIELD_TYPES.map((type) => expect.objectContaining({ const: type, description: expect.any(String) }));
    const branches = types.map((type) =>
      expect.objectContaining({ properties: expect.objectContaining({ type }), additionalProperties: false }),
    );
    expect(resourceJsonSchema()).toMatchObject({ definitions: { Field: { oneOf: branches } } });
  });
});

/** JSON pointers of the keys without a description. */
function unexplained(schema: unknown, pointer: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const keys = 'properties' in schema ? Object.entries(Object(schema.properties)) : [];
  const silent = keys.filter(
    ([, one]) => !Object.hasOwn(Object(one), 'description') && !Object.hasOwn(Object(one), '$ref'),
  );
  const deeper = Object.entries(schema).flatMap(([key, one]) => unexplained(one, `${pointer}/${key}`));
  return [...silent.map(([key]) => `${pointer}/${key}`), ...deeper];
}
