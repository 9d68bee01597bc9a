import {
  conditionsOf,
  STANDINGS,
  type Field,
  filterOf,
  isSearched,
  isSortable,
  fieldsOf,
  type Resource,
} from '@merchant-console/declaration';
import type { RecordWriter } from '../RecordSource.ts';
import type { ResourceBackend, ResourceStorage, ServerFinding } from '../ResourceBackend.ts';

type Finding = Omit<ServerFinding, 'severity'>;

const WRITES: Partial<Record<string, keyof RecordWriter>> = { create: 'create', edit: 'update', delete: 'remove' };

/** Dependencies of activating a declaration. */
interface ActivationDeps {
  storage: ResourceStorage;
  /** Back ends of the resources whose records are kept by modules, by name. */
  codeOwned: ReadonlyMap<string, ResourceBackend>;
  /** True if a static route has this method and path below `/prod-api`. */
  answers(method: string, path: string): boolean;
  /** Errors if records are stored under the name of a dashboard. */
  hiddenRecords(name: string): Promise<ServerFinding[]>;
}

export interface Activation {
  /** Null if this server doesn't have the records; the console may use another back end. */
  backend: ResourceBackend | null;
  /** If one of them is an error, the declaration isn't activated. */
  findings: ServerFinding[];
}

/** Prepares what a declaration needs, above all its table. Never throws: a failure is a finding and can be retried. */
export async function activate(deps: ActivationDeps, resource: Resource): Promise<Activation> {
  if (resource.cards) return { backend: null, findings: await deps.hiddenRecords(resource.name) };
  const backend = deps.codeOwned.get(resource.name);
  if (backend) return { backend, findings: backendFindings(resource, backend, deps.answers) };
  if (resource.storage === null) return { backend: null, findings: nowhere(resource) };
  const stored = deps.storage.open(resource);
  const findings = backendFindings(resource, stored, deps.answers);
  if (findings.length > 0) return { backend: stored, findings };
  try {
    return { backend: stored, findings: await deps.storage.prepare(resource) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { backend: stored, findings: [{ id: FAILED, severity: 'error', path: ['storage'], args: { reason } }] };
  }
}

/** The database was unavailable or rejected the change; a retry may succeed. */
export const FAILED = 'S105';

function nowhere({ name, endpoints }: Resource): ServerFinding[] {
  if (Object.keys(endpoints).length > 0) return [];
  return [{ id: 'S101', severity: 'warning', path: ['name'], args: { name } }];
}

/**
 * Features that a declaration uses but the module that keeps its records lacks.
 * @param answers true if a static route has this method and path, so that an action may refer to it
 */
function backendFindings(
  resource: Resource,
  backend: ResourceBackend,
  answers: (method: string, path: string) => boolean,
): ServerFinding[] {
  const findings = [
    ...missingColumns(resource, backend),
    ...missingWrites(resource, backend),
    ...missingActions(resource, backend, answers),
  ];
  return findings.map((finding) => ({ ...finding, severity: 'error' }));
}

/** S102: the list filters, searches, sorts or sums a column that the source doesn't have. */
function missingColumns({ fields, list }: Resource, { source }: ResourceBackend): Finding[] {
  const deciding = new Set(list.summary.flatMap(decidingSources));
  const isUsed = (field: Field) =>
    filterOf(field) !== undefined || isSortable(field) || isSearched(field) || deciding.has(field.source);
  const missing = fields.flatMap((field, at): Finding[] =>
    isUsed(field) && !source.columns.has(field.source)
      ? [{ id: 'S102', path: ['fields', at, 'source'], args: { source: field.source } }]
      : [],
  );
  const sort = list.sort?.field;
  if (sort !== undefined && !source.columns.has(sort))
    missing.push({ id: 'S102', path: ['list', 'sort', 'field'], args: { source: sort } });
  const summed = list.summary.flatMap((field, at): Finding[] =>
    source.columns.has(field.source)
      ? []
      : [{ id: 'S102', path: ['list', 'summary', at], args: { source: field.source } }],
  );
  return [...missing, ...summed];
}

/** Columns on which a sum depends: the currency, and the fields of its condition. */
function decidingSources(field: Field): string[] {
  const conditions = STANDINGS.flatMap((standing) => conditionsOf(field, standing));
  const currency = field.type === 'money' ? field.currency : undefined;
  return [...conditions.flatMap((one) => fieldsOf(one).map(({ source }) => source)), ...(currency ? [currency] : [])];
}

/** S104: the back end can't create, change or delete records although the file allows it. */
function missingWrites({ operations }: Resource, { writer }: ResourceBackend): Finding[] {
  return operations.flatMap((operation): Finding[] => {
    const write = WRITES[operation];
    const isMissing = write !== undefined && writer?.[write] === undefined;
    return isMissing ? [{ id: 'S104', path: ['operations'], args: { operation } }] : [];
  });
}

/** S103: an action without a handler. For stored resources the checker reports it, except if a path is given. */
function missingActions(
  { actions, storage, endpoint }: Resource,
  { actions: handlers = {}, writer }: ResourceBackend,
  answers: (method: string, path: string) => boolean,
): Finding[] {
  return actions.flatMap(({ key, set, create, scope, method, path, page }, at): Finding[] => {
    const isSet = (set !== null || create !== null) && writer?.act !== undefined;
    const ownPath = scope === 'row' ? `${endpoint}/:id/${key}` : `${endpoint}/${key}`;
    const isSaidAlready = storage === 'table' && set === null && create === null && path === ownPath;
    if (page !== null || isSet || isSaidAlready || Object.hasOwn(handlers, key) || answers(method, `/${path}`))
      return [];
    return [{ id: 'S103', path: ['actions', at, 'key'], args: { key } }];
  });
}
