import {
  type Action,
  type ConditionalOperation,
  type Field,
  hasOwnSets,
  holdsIn,
  otherResourceOf,
  type Predicate,
  type Resource,
  visibleTo,
  wordsIn,
} from '@merchant-console/declaration';
import { IMPORT, REVEAL, permissionKey, type Operation } from '@merchant-console/protocol';
import type { FieldRecord, IdentifiedRecord } from './fields/FieldTypeDefinition.ts';
import type { FindResourcePlace, ResourcePlace } from './resourcePlaces.ts';
import type { ReadScope } from './useScope.ts';

/** A declared resource on one page of the menu, limited to what its user may see. */
export interface ResourceView extends Abilities {
  resource: Resource;
  /** The menu's address of the list. Records are below it. */
  basePath: string;
  /** The menu's title in the user's language. */
  title: string;
  permissions: readonly string[];
}

/** Props of a page of a resource. */
export interface ListPageProps {
  view: ResourceView;
}

/** Props of a page of one record. */
export interface RecordPageProps extends ListPageProps {
  id: string;
}

/**
 * Limits a resource to what the user may see and do on its page.
 *
 * @param title the menu's title, in the user's language
 * @param readScope for conditions with words, which are otherwise left to the server
 */
export function createResourceView(
  resource: Resource,
  { basePath, permissions }: ResourcePlace,
  title: string,
  readScope?: ReadScope,
): ResourceView {
  const granted = [...permissions, ...othersOf(resource).map((other) => permissionKey(other, 'list'))];
  const visible = visibleTo(new Set(granted), resource);
  return { resource: visible, basePath, title, permissions, ...abilitiesOf(visible, permissions, readScope) };
}

/** Resources of lines and computed values. Only the server knows whether the user may see their records. */
function othersOf({ fields }: Resource): string[] {
  return fields.flatMap((field) =>
    field.type === 'children' ? field.reference : (otherResourceOf(field, fields) ?? []),
  );
}

/** Address of a record. The ID is encoded, because it may contain `/`, `#` or `?`. */
export function recordPath(basePath: string, id: string | number): string {
  return `${basePath}/${encodeURIComponent(id)}/show`;
}

/** Address of any resource's record, or null if the user may not open it. */
export function openablePath(find: FindResourcePlace, resource: string, id: string | number): string | null {
  const place = find(resource);
  return place?.permissions.includes(permissionKey(resource, 'show')) ? recordPath(place.basePath, id) : null;
}

/** Address of a record's form. */
export function editPath(basePath: string, id: string | number): string {
  return `${basePath}/${encodeURIComponent(id)}`;
}

/** Address of the form of a new record. */
export function createPath(basePath: string): string {
  return `${basePath}/create`;
}

/** Address of the import of files. */
export function importPath(basePath: string): string {
  return `${basePath}/import`;
}

/**
 * Permissions of the signed-in user on the records of a resource. False if the resource doesn't support the operation.
 */
interface Abilities {
  canShow: boolean;
  canCreate: boolean;
  canEdit: boolean;
  canDelete: boolean;
  canExport: boolean;
  /** True if the user may import files, at `importPath`. */
  canImport: boolean;
  /** True if the user may read masked values in full. */
  canReveal: boolean;
  /** True if the user may edit this record in its current state. */
  canEditRecord(record: IdentifiedRecord): boolean;
  canDeleteRecord(record: IdentifiedRecord): boolean;
  can(action: Action): boolean;
  /**
   * True if the condition holds for the record, or if only the server can decide. Null is no condition.
   * @param fields of the record, if it isn't the resource's
   */
  allows(when: Predicate | null, record: FieldRecord, fields?: readonly Field[]): boolean;
}

/** @param permissions keys such as `orders.show` that the user has on the resource's page */
export function abilitiesOf(resource: Resource, permissions: readonly string[], readScope?: ReadScope): Abilities {
  const { name, operations } = resource;
  const isGranted = (key: string) => permissions.includes(permissionKey(name, key));
  const may = (operation: Operation) => operations.includes(operation) && isGranted(operation);
  const allows: Abilities['allows'] = (when, record, fields = resource.fields) => {
    if (when === null || hasOwnSets(when) || (!readScope && wordsIn(when).length > 0)) return true;
    const scope = readScope?.(permissions) ?? {
      userId: '',
      now: new Date(0),
      today: '',
      permissions: new Set(permissions),
    };
    return holdsIn(when, record, { name, fields }, scope);
  };
  const permits = (operation: ConditionalOperation, record: IdentifiedRecord) =>
    may(operation) && allows(resource.records.write, record) && allows(resource.when[operation], record);
  return {
    canShow: may('show'),
    canCreate: may('create'),
    canEdit: may('edit'),
    canDelete: may('delete'),
    canExport: may('export') && resource.list.export.length > 0,
    canImport: resource.import !== null && isGranted(IMPORT),
    canReveal: isGranted(REVEAL),
    canEditRecord: (record) => permits('edit', record),
    canDeleteRecord: (record) => permits('delete', record),
    can: ({ permission }) => isGranted(permission),
    allows,
  };
}

/** Address that a record's name links to, or null if the user may not open it or the list declares none. */
export function openPath({ resource, basePath, canShow, canEdit }: ResourceView, id: string | number): string | null {
  const { rowClick } = resource.list;
  if (rowClick === 'none') return null;
  if (rowClick === 'edit' && canEdit) return editPath(basePath, id);
  return canShow ? recordPath(basePath, id) : null;
}
