import { unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { checkDeclarations, type CheckEnvironment } from '@merchant-console/declaration/check';
import type { Activation } from '#server/resources/registry/activate.ts';
import { createRegistry, type FollowOptions, type RegistryOptions } from '#server/resources/registry/createRegistry.ts';
import type { GoodVersions } from '#server/resources/registry/goodVersions.ts';
import type { RememberedEndpoints } from '#server/resources/registry/rememberedEndpoints.ts';
import { TestClock } from './testClock.ts';

/** An in-memory store of remembered endpoints, for registries that share it one after the other or at the same time. */
export function endpointsInMemory(): RememberedEndpoints {
  const known = new Map<string, string>();
  return {
    read: async () => new Map(known),
    async write(running) {
      for (const [endpoint, name] of running) known.set(endpoint, name);
    },
  };
}

/** An in-memory store of valid versions. */
export function versionsInMemory(): GoodVersions {
  const known = new Map<string, string>();
  return {
    read: async () => new Map(known),
    async write(texts) {
      for (const [name, text] of texts) known.set(name, text);
    },
  };
}

const readyFor = (): Promise<Activation> => Promise.resolve({ backend: null, findings: [] });

interface Followed extends Partial<Pick<RegistryOptions, 'endpoints' | 'versions'> & Pick<FollowOptions, 'activate'>> {
  environment?: CheckEnvironment;
}

/** A registry that follows a folder. Activating a resource does nothing unless `activate` is given. */
export async function followFolder(
  folder: string,
  {
    activate = readyFor,
    endpoints = endpointsInMemory(),
    versions = versionsInMemory(),
    environment = {},
  }: Followed = {},
) {
  const errors: unknown[] = [];
  const registry = createRegistry({
    folder,
    clock: new TestClock(),
    endpoints,
    versions,
    onError: (error) => errors.push(error),
  });
  await registry.follow({
    activate,
    check: async (files, standing) => checkDeclarations(files, { ...environment, ...standing }),
  });
  onTestFinished(() => registry.close());
  return {
    registry,
    errors,
    names: () => [...registry.state.resources.keys()],
    /** Writes files, or deletes those given as null, and lets the registry read the folder. */
    async change(files: Readonly<Record<string, string | null>>) {
      for (const [file, text] of Object.entries(files)) {
        const place = path.join(folder, file);
        await (text === null ? unlink(place) : writeFile(place, text));
      }
      await registry.refresh();
    },
    /** The resource served at each endpoint. */
    endpoints: () =>
      Object.fromEntries([...registry.state.resources].map(([name, { resource }]) => [resource.endpoint, name])),
    /** The problems, each as `file:line id`. */
    problems: () => registry.state.problems.map(({ file, line, id }) => `${file}:${line} ${id}`),
  };
}
