import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CheckedDeclarations, CheckEnvironment } from '@merchant-console/declaration/check';
import type { Resource } from '@merchant-console/declaration';
import type { ResourceBackend, ServerFinding } from '../ResourceBackend.ts';
import type { Activation } from './activate.ts';
import { type Earlier, earlierVersions } from './earlierVersions.ts';
import type { GoodVersions } from './goodVersions.ts';
import { placedFinding, type PlacedProblem } from './PlacedProblem.ts';

/**
 * Interval at which new versions are activated while many are being read, in milliseconds. Problems are published at
 * the end.
 */
const ANNOUNCE_MS = 500;

/** Endpoints of active and previously active resources, which a new file must not take. */
type Standing = Required<Pick<CheckEnvironment, 'running' | 'remembered'>>;

type CheckFiles = { file: string; text: string }[];

export interface Activating {
  check(
    files: CheckFiles,
    standing: Standing,
  ): Promise<{ resources: CheckedDeclarations['resources']; problems: readonly PlacedProblem[] }>;
  activate(resource: Resource): Promise<Activation>;
}

/** An activated version of a file. */
export interface Good {
  text: string;
  resource: Resource;
  backend: ResourceBackend | null;
  warnings: ServerFinding[];
}

/** Activated versions by resource name. */
export type Versions = ReadonlyMap<string, Good>;

interface Updating extends Activating {
  /** Called now and then while many versions are activated, with all that may be used by then. */
  onProgress(versions: Versions): void;
}

/**
 * Keeps the version of each declaration that is used: its file's if that is valid, otherwise the last valid one.
 * @param storage keeps them over restarts
 */
export function createVersionsInUse(storage: GoodVersions) {
  let good: Versions = new Map();
  /** The stored versions as they were read, with those written since. Null before the first update. */
  let stored: Map<string, string> | null = null;

  /** Activates the valid declarations. @returns the problems */
  async function update(
    texts: ReadonlyMap<string, string>,
    standing: Standing,
    { check, activate, onProgress }: Updating,
  ): Promise<PlacedProblem[]> {
    stored ??= new Map(await storage.read());
    const files = [...texts].map(([file, text]) => ({ file, text }));
    const checked = await check(files, standing);
    const isLacking = (name: string) => !checked.resources.has(name) && !good.has(name);
    const earlier = await earlierVersions(files, { isLacking, stored }, (replaced) => check(replaced, standing));
    const problems: PlacedProblem[] = [...checked.problems];
    const next = new Map<string, Good>();
    let announced = performance.now();
    for (const [file, text] of texts) {
      const name = path.basename(file, '.json');
      const own = await versionOf(name, text, checked.resources.get(name), activate);
      const contradicted =
        own.version || !checked.resources.has(name) ? undefined : await storedVersion(name, files, standing, check);
      const version = own.version ?? (await earlierVersion(earlier.get(name) ?? contradicted, activate));
      const { findings } = own;
      if (version) next.set(name, version);
      problems.push(...findings.map((finding) => placedFinding(file, text, finding)));
      if (version === undefined || version === good.get(name)) continue;
      await nextTurn();
      if (performance.now() - announced < ANNOUNCE_MS) continue;
      onProgress(new Map([...good, ...next]));
      announced = performance.now();
    }
    good = next;
    return problems;
  }

  /** The version to use: the file's new version if it is valid, otherwise the last valid one. */
  async function versionOf(
    name: string,
    text: string,
    resource: Resource | undefined,
    activate: Activating['activate'],
  ) {
    const before = good.get(name);
    if (!resource) return { version: before, findings: [] };
    if (before?.text === text) return { version: before, findings: before.warnings };
    const { backend, findings } = await activate(resource);
    if (findings.some(({ severity }) => severity === 'error')) return { version: before, findings };
    return { version: { text, resource, backend, warnings: findings }, findings };
  }

  /** The stored version of a file that is valid, but contradicts the database. */
  async function storedVersion(name: string, files: CheckFiles, standing: Standing, check: Activating['check']) {
    // Another server may have stored a later one.
    const isLacking = (other: string) => other === name;
    const found = await earlierVersions(files, { isLacking, stored: await storage.read() }, (replaced) =>
      check(replaced, standing),
    );
    return found.get(name);
  }

  async function earlierVersion(earlier: Earlier | undefined, activate: Activating['activate']) {
    if (!earlier) return undefined;
    const { backend, findings } = await activate(earlier.resource);
    return findings.some(({ severity }) => severity === 'error') ? undefined : { ...earlier, backend, warnings: [] };
  }

  /** Stores what has changed since the last call. */
  async function store(): Promise<void> {
    const changed = new Map(
      [...good].flatMap(([name, { text }]) => (stored?.get(name) === text ? [] : [[name, text]])),
    );
    await storage.write(changed);
    for (const [name, text] of changed) stored?.set(name, text);
  }

  return {
    get versions() {
      return good;
    },
    update,
    store,
  };
}
