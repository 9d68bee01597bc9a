import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import type { KyselyPlugin } from 'kysely';
import { checkDeclarations } from '@merchant-console/declaration/check';
import { createCipher } from '#server/crypto/dataKey.ts';
import type { Db } from '#server/db/connect.ts';
import { activate } from '#server/resources/registry/activate.ts';
import { createRegistry, type Registry } from '#server/resources/registry/createRegistry.ts';
import { goodVersions } from '#server/resources/registry/goodVersions.ts';
import { rememberedEndpoints } from '#server/resources/registry/rememberedEndpoints.ts';
import { createStorage } from '#server/resources/stored/createStorage.ts';
import { hiddenRecords } from '#server/resources/stored/storedPlan.ts';
import type { StoredWorld } from '#tests/support/storedWorld.ts';

const CIPHER = createCipher(Buffer.alloc(32, 7));
export const NAMES = ['a', 'b', 'c', 'd'] as const;
const VALUES = ['1', '22', '333', 'x', 'long text', null] as const;

/** One field of a file, as far as the steps change it. */
export interface Shape {
  source: string;
  type: 'text' | 'integer';
  mask?: 'all';
  maxLength?: number;
  unique?: boolean;
  required?: boolean;
}

/** A change of the file; the server that reads it first may die after some statements. */
type Edit<T> = T & { server: number; source: string; diesAfter: number | null };

export type Step =
  | Edit<{ do: 'add' | 'remove' | 'drop' | 'mask' | 'unmask' | 'unique' | 'required' | 'widen' }>
  | Edit<{ do: 'rename'; to: string }>
  | Edit<{ do: 'convert'; type: 'text' | 'integer'; says: boolean }>
  | Edit<{ do: 'limit'; maxLength: number }>
  | { do: 'break'; server: number }
  | { do: 'write'; server: number; values: (string | null)[] }
  | { do: 'restart'; server: number; diesAfter: number | null };

const sources = fc.constantFrom(...NAMES);
const server = fc.nat(1);
const diesAfter = fc.option(fc.nat(25), { freq: 2 });
const edit = { server, source: sources, diesAfter };
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('add' as const, 'remove' as const, 'drop' as const, 'mask' as const, 'unmask' as const, 'unique' as const, 'required' as const, 'widen' as const), ...edit }) }, // prettier-ignore
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rename' as const), ...edit, to: sources }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('convert' as const), ...edit, type: fc.constantFrom('text' as const, 'integer' as const), says: fc.boolean() }) }, // prettier-ignore
  { weight: 1, arbitrary: fc.record({ do: fc.constant('limit' as const), ...edit, maxLength: fc.integer({ min: 1, max: 4 }) }) }, // prettier-ignore
  { weight: 1, arbitrary: fc.record({ do: fc.constant('break' as const), server }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('write' as const), server, values: fc.array(fc.constantFrom(...VALUES), { minLength: 4, maxLength: 4 }) }) }, // prettier-ignore
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restart' as const), server, diesAfter }) },
);

class Killed extends Error {}

/** A database whose statements fail after some, as if the process had been killed there. */
export function dying(db: Db, after: number): Db {
  let left = after;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (left-- <= 0) throw new Killed('killed');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const kysely = db.kysely.withPlugin(plugin);
  return new Proxy(db, { get: (target, key) => (key === 'kysely' ? kysely : Reflect.get(target, key, target)) });
}

/** A server: a folder of its own, a registry and a storage. */
export class RollOutServer {
  readonly name: string;
  readonly folder: string;
  readonly world: StoredWorld;
  readonly db: Db;
  /** Fields and `migrate` of its file. */
  fields: Shape[];
  /** Former and new names in its `migrate.rename`. */
  renames: [from: string, to: string][] = [];
  registry: Registry | null = null;

  constructor(world: StoredWorld, db: Db, name: string, folder: string, fields: Shape[]) {
    this.world = world;
    this.db = db;
    this.name = name;
    this.folder = folder;
    this.fields = fields;
  }

  text(migrate: object = {}): string {
    return JSON.stringify({ version: 1, name: this.name, storage: 'table', fields: this.fields, migrate });
  }

  write(text: string): Promise<void> {
    return writeFile(path.join(this.folder, `${this.name}.json`), text);
  }

  async start(db: Db = this.db): Promise<void> {
    await this.registry?.close();
    const { clock } = this.world;
    const storage = createStorage({ db, clock, cipher: CIPHER });
    this.registry = createRegistry({
      folder: this.folder,
      clock,
      endpoints: rememberedEndpoints(db, clock),
      versions: goodVersions(db, clock),
      onError() {},
    });
    await this.registry.follow({
      check: async (files, standing) => checkDeclarations(files, { ...standing }),
      activate: (resource) =>
        activate(
          {
            storage,
            codeOwned: new Map(),
            answers: () => false,
            hiddenRecords: (name) => hiddenRecords(db.kysely, name),
          },
          resource,
        ),
    });
  }

  get served() {
    return this.registry?.state.resources.get(this.name);
  }

  /** True if it serves the file as it is now. */
  get isCurrent(): boolean {
    return this.served !== undefined && this.registry?.state.outdated.length === 0;
  }
}
