import { createHash } from 'node:crypto';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseTree } from 'jsonc-parser';
import type { CheckedDeclarations, CheckEnvironment } from '#shared/declaration/check/checkDeclarations.ts';
import { createPlaces, nodeAt, pointerOf } from '#shared/declaration/check/syntax/places.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import type { Clock } from '#server/clock.ts';
import type { ResourceBackend, ServerFinding } from '../ResourceBackend.ts';
import { FAILED, type Activation } from './activate.ts';
import { readFolder } from './readFolder.ts';
import type { RememberedEndpoints } from './rememberedEndpoints.ts';
import { watchFolder } from './watchFolder.ts';

/** A problem of a file with its place, from whichever check. */
interface PlacedProblem {
  id: string;
  severity: 'error' | 'warning';
  file: string;
  /** Both count from 1. */
  line: number;
  column: number;
  pointer: string;
  args: Record<string, string | number>;
  suggestion?: string;
}

/** The text of a declaration as the console gets it. */
export interface DeclarationText {
  text: string;
  etag: string;
  /** Nothing is wrong with it: it is in use here. */
  isGood: boolean;
}

/** What is in use, and what is wrong. A change makes a new one; none is ever changed. */
export interface RegistryState {
  /** The last good version of each resource, by name; `backend` null where the records are not here. */
  resources: ReadonlyMap<string, { resource: Resource; backend: ResourceBackend | null }>;
  /** By name of the resource: the last good version, or the file as it is when it was never good. */
  texts: ReadonlyMap<string, DeclarationText>;
  problems: readonly PlacedProblem[];
  /** Resources that run on an earlier version than their file. */
  outdated: readonly string[];
  readAt: Date;
}

export interface RegistryOptions {
  folder: string;
  clock: Clock;
  endpoints: RememberedEndpoints;
  /** The folder could not be read at all. */
  onError(error: unknown): void;
}

/** How declarations are checked and put to work. */
export interface FollowOptions {
  check(files: { file: string; text: string }[], standing: Standing): Promise<CheckedDeclarations>;
  activate(resource: Resource): Promise<Activation>;
}

export interface Registry {
  readonly folder: string;
  /** Empty until `follow` has been called. */
  readonly state: RegistryState;
  /** Reads the folder, and from then on whenever it may have changed. Call it once. */
  follow(options: FollowOptions): Promise<void>;
  /** @returns stops it */
  onChange(listener: (state: RegistryState) => void): () => void;
  /** Reads the folder now. Never rejects. Does nothing before `follow`. */
  refresh(): Promise<void>;
  /** Follows no more, and waits for what is being read. */
  close(): Promise<void>;
}

/** Of many new versions those that are ready are put to work this often, in milliseconds; problems are told at the end. */
const ANNOUNCE_MS = 500;

/** The resources that a new file must not take an endpoint from. */
export type Standing = Required<Pick<CheckEnvironment, 'running' | 'remembered'>>;

/** A version of a file that was put to work. */
interface Good {
  text: string;
  resource: Resource;
  backend: ResourceBackend | null;
  warnings: ServerFinding[];
}

/**
 * The declarations of a folder, followed as they change. A version with errors is not put to work: the last good one
 * stays, and no other resource is touched: a new file that names the endpoint of another is wrong. Several servers may
 * follow one folder.
 */
export function createRegistry({ folder, clock, endpoints, onError }: RegistryOptions): Registry {
  const listeners = new Set<(state: RegistryState) => void>();
  let good = new Map<string, Good>();
  let lastTexts = new Map<string, string>();
  let state: RegistryState = {
    resources: new Map(),
    texts: new Map(),
    problems: [],
    outdated: [],
    readAt: clock.now(),
  };

  async function read(followed: FollowOptions): Promise<void> {
    const texts = await readFolder(folder);
    const mustRetry = state.problems.some(({ id }) => id === FAILED);
    if (isSame(texts, lastTexts) && !mustRetry) {
      state = { ...state, readAt: clock.now() };
      return;
    }
    const remembered = await endpoints.read();
    let problems: PlacedProblem[];
    let before: ReadonlyMap<string, string>;
    do {
      before = endpointsOf(good);
      problems = await use(texts, { running: before, remembered }, followed);
      // An endpoint that a resource has just left is free for the file that was refused it.
    } while (problems.some(({ id }) => CLASHES.includes(id)) && hasLeft(before, endpointsOf(good)));
    await endpoints.write(endpointsOf(good));
    lastTexts = texts;
    announce(stateOf(texts, good, problems, clock.now()));
  }

  /** Puts to work what is right. @returns what is wrong */
  async function use(
    texts: ReadonlyMap<string, string>,
    standing: Standing,
    { check, activate }: FollowOptions,
  ): Promise<PlacedProblem[]> {
    const checked = await check(
      [...texts].map(([file, text]) => ({ file, text })),
      standing,
    );
    const problems: PlacedProblem[] = [...checked.problems];
    const next = new Map<string, Good>();
    let announced = performance.now();
    for (const [file, text] of texts) {
      const name = path.basename(file, '.json');
      const { version, findings } = await versionOf(name, text, checked.resources.get(name), activate);
      if (version) next.set(name, version);
      problems.push(...findings.map((finding) => placedFinding(file, text, finding)));
      if (version === undefined || version === good.get(name)) continue;
      await nextTurn();
      if (performance.now() - announced < ANNOUNCE_MS) continue;
      const inUse = new Map([...good, ...next]);
      const known = new Map([...texts].filter(([one]) => inUse.has(path.basename(one, '.json'))));
      announce(stateOf(known, inUse, state.problems, clock.now()));
      announced = performance.now();
    }
    good = next;
    return problems;
  }

  function announce(changed: RegistryState): void {
    state = changed;
    for (const listener of listeners) listener(state);
  }

  /** What a file amounts to now: its new version if that is good, else the last good one. */
  async function versionOf(
    name: string,
    text: string,
    resource: Resource | undefined,
    activate: FollowOptions['activate'],
  ) {
    const before = good.get(name);
    if (!resource) return { version: before, findings: [] };
    if (before?.text === text) return { version: before, findings: before.warnings };
    const { backend, findings } = await activate(resource);
    if (findings.some(({ severity }) => severity === 'error')) return { version: before, findings };
    return { version: { text, resource, backend, warnings: findings }, findings };
  }

  let queue = Promise.resolve();
  let refresh = () => queue;
  let stop = () => {};
  return {
    folder,
    get state() {
      return state;
    },
    async follow(options) {
      refresh = () => (queue = queue.then(() => read(options)).catch(onError));
      await refresh();
      stop = watchFolder(folder, () => void refresh());
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    refresh: () => refresh(),
    close() {
      stop();
      return queue;
    },
  };
}

/** Problems of a file whose calls are another resource's. */
const CLASHES = ['R203', 'R205', 'R232'];

/** Names of the resources in use, by endpoint. */
function endpointsOf(good: ReadonlyMap<string, Good>): ReadonlyMap<string, string> {
  return new Map([...good].map(([name, { resource }]) => [resource.endpoint, name]));
}

function hasLeft(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): boolean {
  return [...before.keys()].some((endpoint) => !now.has(endpoint));
}

function stateOf(
  files: ReadonlyMap<string, string>,
  good: ReadonlyMap<string, Good>,
  problems: readonly PlacedProblem[],
  readAt: Date,
): RegistryState {
  const byName = [...files].map(([file, text]): [string, string] => [path.basename(file, '.json'), text]);
  return {
    resources: new Map([...good].map(([name, { resource, backend }]) => [name, { resource, backend }])),
    texts: new Map(byName.map(([name, text]) => [name, declarationText(text, good.get(name))])),
    problems,
    outdated: byName.filter(([name, text]) => good.has(name) && good.get(name)?.text !== text).map(([name]) => name),
    readAt,
  };
}

function declarationText(file: string, version: Good | undefined): DeclarationText {
  const text = version?.text ?? file;
  return { text, isGood: version !== undefined, etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
}

function isSame(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([file, text]) => other.get(file) === text);
}

/** Looks up where in a text a finding is. */
function placedFinding(file: string, text: string, { path: place, ...finding }: ServerFinding): PlacedProblem {
  const tree = parseTree(text);
  const offset = tree ? nodeAt(tree, place).offset : 0;
  return { ...finding, file, ...createPlaces(text)(offset), pointer: pointerOf(place) };
}
