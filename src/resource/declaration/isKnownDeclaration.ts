import { isFieldType } from '#console/fields/fieldTypes.ts';
import type { Declaration } from '#shared/declaration/declarationSchema.ts';

const KEYS = {
  $schema: true,
  version: true,
  name: true,
  storage: true,
  endpoint: true,
  endpoints: true,
  envelope: true,
  operations: true,
  tenants: true,
  label: true,
  icon: true,
  recordRepresentation: true,
  fields: true,
  list: true,
  form: true,
  show: true,
  actions: true,
  components: true,
  migrate: true,
  when: true,
} satisfies Record<keyof Declaration, true>;

/**
 * True if this console can render a declaration that the server has found valid. After an update of the server, a page
 * opened before it may get keys or field types that it doesn't support.
 */
export function isKnownDeclaration(value: unknown): value is Declaration {
  return (
    isObject(value) &&
    value['version'] === 1 &&
    Object.keys(value).every((key) => Object.hasOwn(KEYS, key) || key.startsWith('x-')) &&
    Array.isArray(value['fields']) &&
    value['fields'].every((field) => isObject(field) && isFieldType(field['type']))
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
