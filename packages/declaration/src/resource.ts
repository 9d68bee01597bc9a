import type { Label } from './texts/label.ts';
import {
  isPlainPreset,
  type EnvelopeForm,
  type Endpoints,
  type Operation,
  type Places,
} from '@merchant-console/protocol';
import type { ActionDeclaration } from './actionSchema.ts';
import type { DashboardCard, Declaration } from './declarationSchema.ts';
import { sequenceOf, withSequence } from './defaults.ts';
import type { Field, FieldOf } from './fieldSchema.ts';
import { computedOf, withLinesApart } from './fieldTraits.ts';
import { importOf, type ResourceImport } from './importing.ts';
import type { IconName } from './keys.ts';
import type { Predicate } from './predicate.ts';
import { type Find, type RecordList, toRecordList } from './recordList.ts';
import { type FieldGroup, type RecordPage, toGroup, toRecordPage } from './recordPage.ts';
import type { Rule } from './rules.ts';
import { toAction, type Action } from './action.ts';

export type TenantType = 'merchant' | 'platform';

/** Operations on one record that can have a condition. */
export type ConditionalOperation = 'edit' | 'delete';

/** A declaration with all defaults filled in and all names resolved, the only form that console and server use. */
export interface Resource {
  name: string;
  /** `table` if the server stores the records, or null if code or another back end does. */
  storage: 'table' | null;
  /** The cards of a dashboard, which has a page but no records. Null for resources. */
  cards: readonly DashboardCard[] | null;
  /** Path below `/prod-api`. */
  endpoint: string;
  endpoints: Endpoints;
  /** Format of the back end's responses, or null for the console's setting. */
  envelope: EnvelopeForm | null;
  /** Where the rows of another back end contain a source, unless it is there under its own name. */
  places: Places;
  operations: readonly Operation[];
  /** Condition that a record must meet for each operation, or null for all records. */
  when: Readonly<Record<ConditionalOperation, Predicate | null>>;
  /** Records that a user may see, and write; null for all. */
  records: Readonly<Record<'see' | 'write', Predicate | null>>;
  /** Conditions that written records must meet. */
  rules: readonly Rule[];
  /** Combinations of fields that are unique within a tenant. */
  unique: readonly (readonly string[])[];
  /** Sources of the reference to the record above in a tree, and of the integer that orders records. Null without. */
  tree: string | null;
  order: string | null;
  /** Kinds of tenants whose users can have its permissions. See `isFor` for single merchants. */
  tenants: readonly TenantType[];
  /** As written, what only servers need: see `rollOutOf`, `migrationOf` and `webhooksOf`. */
  declared: Pick<Declaration, 'tenants' | 'menu' | 'grants' | 'firstPageOf' | 'migrate' | 'webhooks'>;
  label: Label;
  icon: IconName | null;
  recordRepresentation: string;
  fields: Field[];
  list: RecordList;
  /** Null if users can't import files. */
  import: ResourceImport | null;
  form: {
    layout: 'groups' | 'tabs';
    groups: FieldGroup[];
    /** Sources that only the create form has. */
    createOnly: string[];
    /** Sources that only the edit form has. */
    editOnly: string[];
    /** Key of the action that starts on the page of a new record, or null. */
    afterCreate: string | null;
  };
  show: RecordPage;
  actions: Action[];
  components: NonNullable<Declaration['components']>;
}

/** Thrown if a declaration refers to something undeclared. The checker reports this earlier, with positions. */
export class DeclarationReferenceError extends Error {
  constructor(resource: string, place: string, source: string) {
    super(`${resource}: ${place} names the field "${source}", which is not declared`);
    this.name = 'DeclarationReferenceError';
  }
}

/** Creation and change times, which every stored record has, declared or not. */
const STORED_TIMES: Field[] = [
  { source: 'created_at', type: 'datetime', filter: 'range', sortable: true, readOnly: true },
  { source: 'updated_at', type: 'datetime', readOnly: true },
];

/** Fields of every stored record that a declaration can't define: ID, tenant and optimistic lock. */
export const RESERVED_SOURCES = ['id', 'merchant_id', 'revision'] as const;

/**
 * Fills in defaults and resolves field names.
 * @throws {DeclarationReferenceError} if a column, sort, group … names an undeclared field
 */
export function toResource(declaration: Declaration): Resource {
  const { name, storage = null, endpoints = {}, when, show = {}, actions = [] } = declaration;
  const fields = withStoredTimes(declaration);
  const operations = operationsOf(declaration);
  const bySource = new Map(fields.map((field) => [field.source, field]));
  const find = (place: string) => (source: string) => {
    const field = bySource.get(source);
    if (!field) throw new DeclarationReferenceError(name, place, source);
    return field;
  };
  return {
    name,
    storage,
    cards: declaration.cards ?? null,
    endpoint: declaration.endpoint ?? name.replaceAll('_', '-'),
    endpoints,
    envelope: declaration.envelope ?? null,
    places: Object.fromEntries(fields.flatMap(({ source, at }) => (at === undefined ? [] : [[source, at]]))),
    operations,
    when: { edit: when?.edit ?? null, delete: when?.delete ?? null },
    records: { see: declaration.records?.see ?? null, write: declaration.records?.write ?? null },
    rules: (declaration.rules ?? []).map((rule) => ({ ...rule, when: rule.when ?? null })),
    unique: declaration.unique ?? [],
    tenants: kindsIn(declaration.tenants),
    declared: declaration,
    tree: declaration.tree ?? null,
    order: declaration.order ?? null,
    label: declaration.label ?? `resources.${name}.name`,
    icon: declaration.icon ?? null,
    recordRepresentation: declaration.recordRepresentation ?? defaultRepresentation(fields),
    fields,
    list: toRecordList(declaration, fields, operations, find),
    import: importOf(declaration.import, fields),
    form: formOf(declaration, fields, find),
    show: toRecordPage(show, fields, find),
    actions: actions.map((action: ActionDeclaration) => toAction(declaration, action)),
    components: declaration.components ?? {},
  };
}

/** Kinds of tenants, which stand for all tenants of a kind. */
export const TENANT_KINDS: readonly TenantType[] = ['merchant', 'platform'];

function kindsIn(tenants: Declaration['tenants']): readonly TenantType[] {
  if (!Array.isArray(tenants)) return TENANT_KINDS;
  return TENANT_KINDS.filter((kind) => tenants.some((one) => kind === (isMerchantNo(one) ? 'merchant' : one)));
}

/** True for the number of a merchant, as `tenants` contains it: `M` and digits. */
export function isMerchantNo(text: string): boolean {
  return /^M\d/.test(text);
}

function formOf({ form = {} }: Declaration, fields: readonly Field[], find: Find): Resource['form'] {
  const { createOnly = [], editOnly = [], afterCreate = null } = form;
  const groups = (form.tabs ?? form.groups)?.map((group) => toGroup(group, find('form')));
  return {
    layout: form.tabs ? 'tabs' : 'groups',
    groups: groups ?? [{ fields: fields.filter((field) => isWritable(field) || sequenceOf(field)) }],
    createOnly,
    editOnly,
    afterCreate,
  };
}

/** True if users can write the field: it is neither set by the server nor computed. */
export function isWritable(field: Field): boolean {
  return field.readOnly !== true && computedOf(field) === undefined;
}

/** True if a single record has more fields than in lists. */
export function hasRecordOnly({ fields }: { fields: readonly Field[] }): boolean {
  return fields.some(({ recordOnly }) => recordOnly === true);
}

/** True if only part of the stored value is shown. */
export function isMasked(field: Field): field is FieldOf<'text'> & { mask: string } {
  return field.type === 'text' && field.mask !== undefined;
}

/** The declared fields. For stored records, includes the creation and change times, which are read-only, as numbers are. */
export function withStoredTimes({ storage, order, fields: declaredFields }: Declaration): Field[] {
  const fields = declaredFields.map(withSequence).map(withLinesApart);
  if (storage !== 'table') return fields;
  const declared = new Set(fields.map(({ source }) => source));
  const times = fields.map((field) => {
    if (field.source === order) return { ...field, readOnly: true, auxiliary: true };
    return field.source === 'created_at' || field.source === 'updated_at' ? { ...field, readOnly: true } : field;
  });
  return [...times, ...STORED_TIMES.filter(({ source }) => !declared.has(source))];
}

export function operationsOf({
  storage,
  operations,
  endpoints = {},
  envelope,
  form,
}: Declaration): readonly Operation[] {
  if (operations) return operations;
  if (storage === 'table') return ['list', 'show', 'create', 'edit', 'delete', 'export'];
  const mapped: Operation[] = [];
  if (endpoints.create) mapped.push('create');
  if (endpoints.update) mapped.push('edit');
  if (endpoints.delete) mapped.push('delete');
  if (mapped.length === 0 && form) mapped.push('create', 'edit');
  // A plain back end has no export call.
  return ['list', 'show', ...mapped, ...(isPlainPreset(envelope) && !endpoints.export ? [] : ['export' as const])];
}

/** The first required text, which is usually the name, otherwise the ID. */
export function defaultRepresentation(fields: readonly Field[]): string {
  return (
    fields.find((field) => field.type === 'text' && field.required === true && field.mask === undefined)?.source ?? 'id'
  );
}
