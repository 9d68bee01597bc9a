import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isAddedByFile, nameSchema, type Translate } from '@merchant-console/declaration';
import { readFolder } from '@merchant-console/declaration/node';
import type { CheckedDeclaration, DeclarationData } from '#shared/contract/declarations.ts';
import { recordAudit } from '#server/audit/recordAudit.ts';
import { withLock } from '#server/db/withLock.ts';
import { ConflictError, NotFoundError } from '#server/errors.ts';
import { etagOf } from '#server/http/declarationFiles.ts';
import { problemData } from '#server/resources/registry/PlacedProblem.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import type { PlannedStep, StoredPlan } from '#server/resources/stored/storedPlan.ts';
import type { Services } from '#server/services.ts';
import { type Draft, examine, fileOf } from './examine.ts';

type Deps = Pick<Services, 'db' | 'clock' | 'cipher' | 'registry' | 'codeOwned'>;

/** The files of stored resources, for the platform's administrators. The folder stays the only place of declarations. */
export function createDeclarations(deps: Deps) {
  const { db, clock, registry, codeOwned } = deps;

  const textOf = async (name: string) => (await readFolder(registry.folder)).get(fileOf(name)) ?? null;

  /** False if the name can't be one, or code keeps the records: then the declaration belongs to the code. */
  function isEditable(name: string): boolean {
    const found = registry.state.resources.get(name);
    return nameSchema.safeParse(name).success && !codeOwned.has(name) && (!found || isAddedByFile(found.resource));
  }

  /** @throws {NotFoundError} */
  function assertEditable(name: string): void {
    if (!isEditable(name)) throw new NotFoundError();
  }

  async function isWritable(): Promise<boolean> {
    return access(registry.folder, constants.W_OK).then(
      () => true,
      () => false,
    );
  }

  return {
    async list() {
      await registry.refresh();
      const { texts, problems } = registry.state;
      const names = [...texts.keys()].filter(isEditable);
      const count = (name: string, severity: string) =>
        problems.filter((one) => one.file === fileOf(name) && one.severity === severity).length;
      const declarations = names
        .toSorted()
        .map((name) => ({ name, errors: count(name, 'error'), warnings: count(name, 'warning') }));
      return { declarations, is_writable: await isWritable() };
    },

    /** @throws {NotFoundError} if there is no such file, or code keeps the records */
    async read(name: string): Promise<DeclarationData> {
      assertEditable(name);
      const text = await textOf(name);
      if (text === null) throw new NotFoundError();
      return { name, text, revision: etagOf(text) };
    },

    /** @throws {NotFoundError} if code keeps the records */
    async check(draft: Draft, translate: Translate): Promise<CheckedDeclaration> {
      assertEditable(draft.name);
      const { problems, plan } = await examine(deps, draft);
      return {
        problems: problems.map((problem) => problemData(problem, translate)),
        plan: plan && { rows: plan.rows, steps: plan.steps.map(stepData), seconds: plan.seconds },
        agreed: plan && agreedOf(draft, plan),
      };
    },

    /**
     * Writes the file, audited with both texts, and waits until this server has read it. Other servers that use the folder read it
     * themselves.
     *
     * @param revision of the text that was changed, or null for a new file
     * @param agreed the user's agreement with text and plan, from `check`
     * @throws {NotFoundError} if code keeps the records
     * @throws {ConflictError} `declaration_changed` if the file is another one now; `declaration_refused` if the text has
     * errors; `plan_changed` if saving would do something else than was shown; `folder_read_only`
     */
    async save(actor: Actor, draft: Draft, { revision, agreed }: { revision: string | null; agreed: string }) {
      const { name, text } = draft;
      assertEditable(name);
      if (!(await isWritable())) throw new ConflictError({ id: 'folder_read_only' });
      const file = path.join(registry.folder, fileOf(name));
      // One writer at a time, on all servers.
      const lock = { name: 'declarations', holder: randomUUID(), ttlMs: LOCK_TTL_MS };
      const outcome = await withLock(db.kysely, lock, async (signal) => {
        const { plan, before } = await examine(deps, draft);
        if ((before === null ? null : etagOf(before)) !== revision)
          throw new ConflictError({ id: 'declaration_changed' });
        if (!plan) throw new ConflictError({ id: 'declaration_refused' });
        if (agreedOf(draft, plan) !== agreed) throw new ConflictError({ id: 'plan_changed' });
        const event = {
          ...{ actor, recordId: name, at: clock.now() },
          action: before === null ? 'declarations.create' : 'declarations.edit',
          before: before === null ? null : { text: before },
          after: { text },
        };
        await db.transaction(async (tx) => {
          await recordAudit(tx, event);
          signal.throwIfAborted();
          await replaceFile(file, text);
        });
      });
      if (!outcome.ran) throw new ConflictError({ id: 'declaration_changed' });
      await registry.refresh();
      return { name, text, revision: etagOf(text) };
    },
  };
}

/** Written whole or not at all. */
async function replaceFile(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    await writeFile(draft, text);
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

/** How long the lock outlives a server that dies while it saves. */
const LOCK_TTL_MS = 30_000;

const agreedOf = ({ name, text }: Draft, { rows, steps }: StoredPlan) =>
  // The number of records grows while somebody reads the plan; what is deleted is in its steps.
  etagOf(JSON.stringify([name, text, rows > 0, steps.map(({ step, ...rest }) => [step, lossOf(step, rest)])]));

/** What must not differ from what was shown: the values that a step deletes. */
const lossOf = (step: PlannedStep['step'], rest: object) =>
  Object.entries(rest).filter(([key]) => step === 'drop' || (key !== 'values' && key !== 'rows'));

function stepData(one: PlannedStep) {
  const { step } = one;
  const subject = 'source' in one ? one.source : 'index' in one ? one.index : '';
  const count = 'values' in one ? one.values : 'rows' in one ? one.rows : 0;
  return { step, subject, from: 'from' in one ? one.from : '', count };
}
