import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDeclaration, checkDeclarations } from '@merchant-console/declaration/check';
import { dashboardSchema, declarationSchema } from '@merchant-console/declaration';
import { editorAccepts } from './editorSchema.ts';
import { TEXTS, type File } from './mutations/Mutation.ts';

type Path = readonly (string | number)[];

/** Paths to all keys and elements of a JSON value. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const steps = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return steps.flatMap((step) => [[...path, step], ...pathsIn(Reflect.get(value, step), [...path, step])]);
}

/** A copy of the value with `change` applied at `path`. */
function changed(value: unknown, path: Path, change: (holder: object, step: string | number) => void): unknown {
  const copy: unknown = structuredClone(value);
  const holder = path.slice(0, -1).reduce<unknown>((inner, step) => Reflect.get(Object(inner), step), copy);
  change(Object(holder), path.at(-1) ?? '');
  return copy;
}

function withoutKey(holder: object, step: string | number): void {
  if (Array.isArray(holder) && typeof step === 'number') holder.splice(step, 1);
  else Reflect.deleteProperty(holder, step);
}

function renamedTo(name: string) {
  return (holder: object, step: string | number) => {
    const value: unknown = Reflect.get(holder, step);
    withoutKey(holder, step);
    if (Array.isArray(holder)) holder.push(value);
    else Object.defineProperty(holder, name, { value, enumerable: true });
  };
}

const scalar = fc.oneof(fc.string({ maxLength: 12 }), fc.integer(), fc.double(), fc.boolean(), fc.constant(null));
const near = fc.constantFrom(
  'name',
  'status',
  'text',
  'money',
  'enum',
  'eq',
  'in',
  '',
  '0',
  '$id',
  'a.b',
  0,
  -1,
  [],
  {},
);
const other = fc.oneof(
  near,
  scalar,
  fc.array(scalar, { maxLength: 2 }),
  fc.dictionary(fc.string(), scalar, { maxKeys: 2 }),
);
const word = fc.oneof(
  fc.string(),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'x-any', 'source', 'fields'),
);

const edit = fc
  .constantFrom<File>('orders', 'channels', 'agents', 'visits')
  .chain((file) => {
    const value: unknown = JSON.parse(TEXTS[file]);
    return fc.record({ file: fc.constant(file), value: fc.constant(value), path: fc.constantFrom(...pathsIn(value)) });
  })
  .chain(({ file, value, path }) =>
    fc
      .oneof(
        fc.constant(withoutKey),
        other.map(
          (replacement) => (holder: object, step: string | number) => void Reflect.set(holder, step, replacement),
        ),
        word.map(renamedTo),
      )
      .map((change) => ({ file, text: JSON.stringify(changed(value, path, change), null, 2) })),
  );

/** Removes custom keys (`x-`), as the checker does before it looks for problems. */
function withoutOwnKeys(json: string): unknown {
  return JSON.parse(json, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).filter(([key]) => !key.startsWith('x-')))
      : value,
  );
}

describe('any single change to a declaration', () => {
  it('either passes all checks or is reported with its place', () => {
    fc.assert(
      fc.property(edit, ({ file, text }) => {
        const { problems, resource } = checkDeclaration(`${file}.json`, text);
        const lines = text.split('\n');
        for (const { line, column } of problems) {
          expect(column).toBeLessThanOrEqual((lines[line - 1] ?? '').length + 1);
        }
        if (problems.some(({ severity }) => severity === 'error')) return;
        expect(resource).not.toBeNull();
        const value = withoutOwnKeys(text);
        const schema = Object.hasOwn(Object(value), 'kind') ? dashboardSchema : declarationSchema;
        expect(schema.safeParse(value).success).toBe(true);
        expect([editorAccepts(JSON.parse(text)), text]).toEqual([true, text]);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the checker', () => {
  it('never throws, for any text', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .array(fc.constantFrom('{', '}', '[', ']', ':', ',', '"', '\\', 'fields', '"name"', '1', '//', '\n'), {
          maxLength: 30,
        })
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const { problems } = checkDeclarations([{ file: 'any.json', text }]);
        expect(problems.length).toBeGreaterThan(0);
      }),
      { numRuns: 200 },
    );
  });

  it('never throws for a truncated file', () => {
    const cut = fc.record({ at: fc.nat(TEXTS.agents.length), length: fc.nat(60) });
    fc.assert(
      fc.property(cut, ({ at, length }) => {
        const text = TEXTS.agents.slice(0, at) + TEXTS.agents.slice(at + length);
        const { problems, resource } = checkDeclaration('agents.json', text);
        expect(resource === null).toBe(problems.some(({ severity }) => severity === 'error'));
      }),
      { numRuns: 200 },
    );
  });
});
