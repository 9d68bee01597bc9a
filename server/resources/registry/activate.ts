import type { Resource } from '#shared/declaration/resource.ts';
import type { ResourceBackend, ResourceStorage, ServerFinding } from '../ResourceBackend.ts';
import { backendFindings } from './backendFindings.ts';

/** What the server needs to put a declaration to work. */
export interface ActivationMeans {
  storage: ResourceStorage;
  /** Resources whose records code keeps, by name. */
  codeOwned: ReadonlyMap<string, ResourceBackend>;
  /** Whether a call of the server's own has this method and path below `/prod-api`. */
  answers(method: string, path: string): boolean;
}

export interface Activation {
  /** null: nobody here has the records; the console may talk to another back end. */
  backend: ResourceBackend | null;
  /** With an error among them the declaration is not put to work. */
  findings: ServerFinding[];
}

/** Makes ready what a declaration needs, its table above all. Never throws: what fails is a finding, to be tried again. */
export async function activate(means: ActivationMeans, resource: Resource): Promise<Activation> {
  const backend = means.codeOwned.get(resource.name);
  if (backend) return { backend, findings: backendFindings(resource, backend, means.answers) };
  if (resource.storage === null) return { backend: null, findings: nowhere(resource) };
  const stored = means.storage.open(resource);
  const findings = backendFindings(resource, stored, means.answers);
  if (findings.length > 0) return { backend: stored, findings };
  try {
    return { backend: stored, findings: await means.storage.prepare(resource) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { backend: stored, findings: [{ id: FAILED, severity: 'error', path: ['storage'], args: { reason } }] };
  }
}

/** The database could not be asked or refused: it may work the next time. */
export const FAILED = 'S105';

function nowhere({ name, endpoints }: Resource): ServerFinding[] {
  if (Object.keys(endpoints).length > 0) return [];
  return [{ id: 'S101', severity: 'warning', path: ['name'], args: { name } }];
}
