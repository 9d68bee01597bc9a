import { isAddedByFile, type Resource } from '@merchant-console/declaration';
import { placedFinding, type PlacedProblem } from '#server/resources/registry/PlacedProblem.ts';
import { hiddenRecords, storedPlan, type StoredPlan } from '#server/resources/stored/storedPlan.ts';
import type { Services } from '#server/services.ts';
import { changedRights } from './rights.ts';

type ExaminerDeps = Pick<Services, 'db' | 'clock' | 'cipher' | 'registry'>;

export interface Draft {
  name: string;
  text: string;
}

export const fileOf = (name: string) => `${name}.json`;

/** What the checker, the database and the rule about rights say of a text. */
export async function examine(deps: ExaminerDeps, { name, text }: Draft) {
  const { registry } = deps;
  const file = fileOf(name);
  const { resource, problems, before } = await registry.examine(file, text);
  if (!resource || hasError(problems)) return { problems, before, plan: null };
  const active = registry.state.resources.get(name)?.resource ?? null;
  const refused = refusedRights(active, resource).map((finding) => placedFinding(file, text, finding));
  if (!isAddedByFile(resource)) refused.push(placedFinding(file, text, NOT_STORED));
  if (refused.length > 0) return { problems: [...problems, ...refused], before, plan: null };
  const plan = await planFor(deps, resource);
  const contradicted = plan.refused.map((finding) => placedFinding(file, text, finding));
  return { problems: [...problems, ...contradicted], before, plan: hasError(contradicted) ? null : plan };
}

async function planFor({ db, cipher, clock }: ExaminerDeps, resource: Resource): Promise<StoredPlan> {
  const { name, cards } = resource;
  if (!cards) return storedPlan(db.kysely, resource, cipher, clock.now());
  return { name, rows: 0, steps: [], seconds: 0, refused: await hiddenRecords(db.kysely, name) };
}

function refusedRights(before: Resource | null, resource: Resource) {
  return changedRights(before, resource).map((pointer) => ({
    id: 'S218' as const,
    severity: 'error' as const,
    path: pathOf(pointer, resource),
    args: { key: pointer.slice(1).replaceAll('/', ' ') },
  }));
}

const NOT_STORED = { id: 'S219', severity: 'error', path: ['storage'], args: { value: 'storage: "table"' } } as const;

const hasError = (problems: readonly PlacedProblem[]) => problems.some(({ severity }) => severity === 'error');

/** The place in the file of a pointer that names fields and actions instead of numbering them. */
function pathOf(pointer: string, { fields, actions }: Resource): (string | number)[] {
  const [key = '', part] = pointer.slice(1).split('/');
  if (part === undefined) return [key];
  if (key === 'fields') return [key, fields.findIndex(({ source }) => source === part)];
  if (key === 'actions') return [key, actions.findIndex((action) => action.key === part)];
  return [key, part];
}
