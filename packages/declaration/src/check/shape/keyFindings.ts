import { z } from 'zod';
import { valueAt } from '@merchant-console/protocol';
import { nearest } from '../nearest.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import { fieldTypesAllowing } from './fieldTypes.ts';
import { keysOf, objectsAt } from './objectsAt.ts';
import { schemaOf } from './schemaOf.ts';

/** Allowed keys of the object at `path`. */
export function keysAt(value: unknown, path: Path): string[] {
  return [...new Set(objectsAt(schemaOf(value), value, path).flatMap(({ shape }) => Object.keys(shape)))];
}

/** What the `type` of the object at `path` can be, if that decides its shape. */
export function typesAt(value: unknown, path: Path): string[] {
  return objectsAt(schemaOf(value), value, path).flatMap(({ shape: { type } }) =>
    type instanceof z.ZodLiteral ? String(type.value) : [],
  );
}

/** The finding for a key that the object at `path` must not have. */
export function keyFinding(value: unknown, path: Path, key: string, options = keysAt(value, path)): Finding {
  const object = valueAt(value, path);
  const place = [...path, key];
  const type = valueAt(object, ['type']);
  const types = isField(path) ? fieldTypesAllowing(key) : [];
  if (types.length > 0 && typeof type === 'string') {
    return finding('R035', place, { key, type, types: types.join(', ') }, { at: 'key' });
  }
  const present = keysOf(object);
  const free = options.filter((option) => !present.includes(option));
  const suggestion = isCalledSource(key) && free.includes('source') ? 'source' : nearest(key, free);
  return finding('R012', place, { key, options: options.join(', ') }, { at: 'key', suggestion });
}

/** True if other formats use the key for what is the `source` of a field here. */
export function isCalledSource(key: string): boolean {
  return key === 'name' || nearest(key, ['source']) !== undefined;
}

function isField(path: Path): boolean {
  const [list, at, form] = [path.at(-2), path.at(-1), path.at(-4)];
  return (
    typeof at === 'number' && ((list === 'fields' && path.length === 2) || (list === 'form' && form === 'actions'))
  );
}
