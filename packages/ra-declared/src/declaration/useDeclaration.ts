import { queryOptions, useQuery } from '@tanstack/react-query';
import { isFieldType } from '../fields/fieldTypes.ts';
import {
  asDeclaration,
  type Dashboard,
  type Declaration,
  toResource,
  type Resource,
} from '@merchant-console/declaration';
import { jsonOf } from '@merchant-console/protocol/jsonOf';
import {
  declarationKey,
  useDeclarationSource,
  type DeclarationSource,
  type DeclarationText,
} from './DeclarationSource.ts';

/**
 * Time in milliseconds during which opening a page doesn't check the file again. An unchanged file is answered with
 * 304.
 */
const STALE_AFTER_MS = 2_000;

/** Query for the normalised declaration `resources/<name>.json`. */
export function declarationQuery(name: string, source: DeclarationSource) {
  return queryOptions({
    queryKey: declarationKey(name),
    queryFn: async ({ signal }) => readDeclaration(name, await source(name, signal)),
    staleTime: STALE_AFTER_MS,
  });
}

/**
 * The declaration `resources/<name>.json`, fetched on first use. Errors are `UnknownDeclarationError`,
 * `InvalidDeclarationError` or `ApiError`.
 */
export function useDeclaration(name: string) {
  return useQuery(declarationQuery(name, useDeclarationSource()));
}

/**
 * Parses and normalises the file `resources/<name>.json`. The checker, which locates problems, is only fetched if the
 * server hasn't marked the file as good. That is so for invalid files and for files on another server.
 *
 * @throws InvalidDeclarationError with all problems of the file
 */
export async function readDeclaration(
  name: string,
  { text, isGood, loadComponents }: DeclarationText,
): Promise<Resource> {
  const good = isGood ? readGood(name, text) : null;
  if (good) return good;
  const [{ parseDeclaration }, components] = await Promise.all([import('./parseDeclaration.ts'), loadComponents?.()]);
  return parseDeclaration(name, text, components);
}

/** Null if this version of the console doesn't support the text after all. */
function readGood(name: string, text: string): Resource | null {
  const declaration = jsonOf(text);
  return isKnownDeclaration(declaration) && declaration.name === name ? toResource(asDeclaration(declaration)) : null;
}

const KEYS = {
  $schema: true,
  version: true,
  name: true,
  kind: true,
  firstPageOf: true,
  cards: true,
  storage: true,
  endpoint: true,
  endpoints: true,
  envelope: true,
  operations: true,
  tenants: true,
  menu: true,
  grants: true,
  label: true,
  icon: true,
  recordRepresentation: true,
  unique: true,
  tree: true,
  order: true,
  records: true,
  rules: true,
  fields: true,
  list: true,
  import: true,
  form: true,
  show: true,
  actions: true,
  webhooks: true,
  components: true,
  migrate: true,
  when: true,
} satisfies Record<keyof Declaration, true>;

/**
 * True if this console can render a declaration that the server has found valid. After an update of the server, a page
 * opened before it may get keys or field types that it doesn't support.
 */
function isKnownDeclaration(value: unknown): value is Declaration | Dashboard {
  return (
    isObject(value) &&
    value['version'] === 1 &&
    Object.keys(value).every((key) => Object.hasOwn(KEYS, key) || key.startsWith('x-')) &&
    hasKnownFields(value)
  );
}

function hasKnownFields({ kind, fields = kind === undefined ? null : [] }: Record<string, unknown>): boolean {
  return Array.isArray(fields) && fields.every((field) => isObject(field) && isFieldType(field['type']));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
