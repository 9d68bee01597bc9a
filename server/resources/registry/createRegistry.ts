import path from 'node:path';
import type { Resource } from '@merchant-console/declaration';
import { readFolder } from '@merchant-console/declaration/node';
import type { Clock } from '#server/clock.ts';
import { type DeclarationText, etagOf, withoutTenants } from '#server/http/declarationFiles.ts';
import type { ResourceBackend, ServerFinding } from '../ResourceBackend.ts';
import { FAILED } from './activate.ts';
import type { GoodVersions } from './goodVersions.ts';
import { placedFinding, type PlacedProblem } from './PlacedProblem.ts';
import type { RememberedEndpoints } from './rememberedEndpoints.ts';
import { type Activating, createVersionsInUse, type Good, type Versions } from './versionsInUse.ts';
import { watchFolder } from './watchFolder.ts';

/** Active declarations and problems. Immutable; each change creates a new state. */
export interface RegistryState {
  /** The last valid version of each resource, by name; `backend` is null if this server doesn't have the records. */
  resources: ReadonlyMap<string, { resource: Resource; backend: ResourceBackend | null }>;
  /** By resource name: the last valid version, or the current file if it was never valid. */
  texts: ReadonlyMap<string, DeclarationText>;
  problems: readonly PlacedProblem[];
  /** Resources that run an earlier version than their file. */
  outdated: readonly string[];
  readAt: Date;
}

/** The resources with an active version. */
export function resourcesIn({ resources }: Pick<RegistryState, 'resources'>): Resource[] {
  return [...resources.values()].map(({ resource }) => resource);
}

export interface RegistryOptions {
  folder: string;
  clock: Clock;
  endpoints: RememberedEndpoints;
  versions: GoodVersions;
  /** Called if the folder can't be read. */
  onError(error: unknown): void;
}

/** Dependencies of checking and activating declarations. */
export interface FollowOptions extends Activating {
  /** Called once per read version of the folder, when it is in use; again at the next read if it fails. @returns more findings */
  used?(state: RegistryState): Promise<readonly (ServerFinding & { name: string })[]>;
}

/** What the check says of a text. */
interface Examined {
  /** Undefined if it has errors. */
  resource: Resource | undefined;
  /** Those of the file, and those of other files that they don't have now. */
  problems: readonly PlacedProblem[];
  /** The file as it is in the folder, or null if there is none. */
  before: string | null;
}

export interface Registry {
  readonly folder: string;
  /** Empty before `follow`. */
  readonly state: RegistryState;
  /** Reads the folder and watches it from then on. Call it once. */
  follow(options: FollowOptions): Promise<void>;
  /** @returns a function that removes the listener */
  onChange(listener: (state: RegistryState) => void): () => void;
  /** Reads the folder now. Never rejects. No-op before `follow`. */
  refresh(): Promise<void>;
  /** Reads the folder as `refresh` does, and checks it as it would be with this text of a file. Changes nothing. */
  examine(file: string, text: string): Promise<Examined>;
  /** Stops watching and waits for a running read. */
  close(): Promise<void>;
}

/**
 * Follows the declarations of a folder. An invalid version isn't activated: the last valid one stays active, also after a
 * restart, and other resources aren't affected. So a new file that uses another resource's endpoint is invalid. Several servers may follow
 * one folder.
 */
export function createRegistry({ folder, clock, endpoints, versions, onError }: RegistryOptions): Registry {
  const listeners = new Set<(state: RegistryState) => void>();
  const inUse = createVersionsInUse(versions);
  let lastTexts = new Map<string, string>();
  let isUsed = true;
  let state: RegistryState = {
    resources: new Map(),
    texts: new Map(),
    problems: [],
    outdated: [],
    readAt: clock.now(),
  };

  async function read(followed: FollowOptions): Promise<void> {
    const texts = await readFolder(folder);
    if (isSame(texts, lastTexts) && isUsed && !state.problems.some(({ id }) => id === FAILED)) {
      state = { ...state, readAt: clock.now() };
      return;
    }
    const remembered = await endpoints.read();
    let problems: PlacedProblem[];
    let before: ReadonlyMap<string, string>;
    const onProgress = (some: Versions) => {
      const known = new Map([...texts].filter(([file]) => some.has(path.basename(file, '.json'))));
      announce(stateOf(known, some, state.problems, clock.now()));
    };
    do {
      before = endpointsOf(inUse.versions);
      problems = await inUse.update(texts, { running: before, remembered }, { ...followed, onProgress });
      // Retry files that were rejected because of an endpoint that has just become free.
    } while (problems.some(({ id }) => CLASHES.includes(id)) && hasLeft(before, endpointsOf(inUse.versions)));
    await endpoints.write(endpointsOf(inUse.versions));
    await inUse.store();
    lastTexts = texts;
    announce(stateOf(texts, inUse.versions, problems, clock.now()));
    isUsed = false;
    const more = (await followed.used?.(state)) ?? [];
    isUsed = true;
    if (more.length === 0) return;
    const placed = more.map(({ name, ...one }) => {
      const file = `${name}.json`;
      return placedFinding(file, texts.get(file) ?? '', one);
    });
    announce({ ...state, problems: [...problems, ...placed] });
  }

  function announce(changed: RegistryState): void {
    state = changed;
    for (const listener of listeners) listener(state);
  }

  async function examined(file: string, text: string, followed: FollowOptions): Promise<Examined> {
    await read(followed);
    const files = [...new Map(lastTexts).set(file, text)].map(([one, content]) => ({ file: one, text: content }));
    const remembered = await endpoints.read();
    const { resources, problems } = await followed.check(files, { running: endpointsOf(inUse.versions), remembered });
    const known = new Set(state.problems.map(keyOf));
    return {
      resource: resources.get(path.basename(file, '.json')),
      problems: problems.filter((one) => one.file === file || !known.has(keyOf(one))),
      before: lastTexts.get(file) ?? null,
    };
  }

  let queue = Promise.resolve();
  let examine: Registry['examine'] = () => Promise.reject(new Error('follow has not been called'));
  let refresh = () => queue;
  let stop = () => {};
  return {
    folder,
    get state() {
      return state;
    },
    async follow(options) {
      refresh = () => (queue = queue.then(() => read(options)).catch(onError));
      examine = (file, text) => {
        const turn = queue.then(() => examined(file, text, options));
        queue = turn.then(nothing, nothing);
        return turn;
      };
      await refresh();
      stop = watchFolder(folder, () => void refresh());
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    refresh: () => refresh(),
    examine: (...asked) => examine(...asked),
    close() {
      stop();
      return queue;
    },
  };
}

/** Problems of files whose calls clash with another resource's. */
const CLASHES = ['R203', 'R205', 'R232'];

const nothing = () => {};
const keyOf = ({ file, id, pointer }: PlacedProblem) => `${file} ${id} ${pointer}`;

function endpointsOf(good: Versions): ReadonlyMap<string, string> {
  return new Map([...good].flatMap(([name, { resource }]) => (resource.cards ? [] : [[resource.endpoint, name]])));
}

function hasLeft(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): boolean {
  return [...before.keys()].some((endpoint) => !now.has(endpoint));
}

function stateOf(
  files: ReadonlyMap<string, string>,
  good: Versions,
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
  return { text: withoutTenants(text), isGood: version !== undefined, etag: etagOf(text) };
}

function isSame(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([file, text]) => other.get(file) === text);
}
