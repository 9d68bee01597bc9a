import { unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { checkDeclarations, type CheckEnvironment } from '#shared/declaration/check/checkDeclarations.ts';
import type { Activation } from '#server/resources/registry/activate.ts';
import { createRegistry, type FollowOptions, type RegistryOptions } from '#server/resources/registry/createRegistry.ts';
import type { RememberedEndpoints } from '#server/resources/registry/rememberedEndpoints.ts';
import { TestClock } from './testClock.ts';

/** Endpoints as a database would remember them, for registries that one after the other or together work with it. */
export function endpointsInMemory(): RememberedEndpoints {
  const known = new Map<string, string>();
  return {
    read: async () => new Map(known),
    async write(running) {
      for (const [endpoint, name] of running) known.set(endpoint, name);
    },
  };
}

const readyFor = (): Promise<Activation> => Promise.resolve({ backend: null, findings: [] });

interface Followed extends Partial<Pick<RegistryOptions, 'endpoints'> & Pick<FollowOptions, 'activate'>> {
  environment?: CheckEnvironment;
}

/** A registry over a folder, whose resources need nothing to be put to work unless `activate` says so. */
export async function followFolder(
  folder: string,
  { activate = readyFor, endpoints = endpointsInMemory(), environment = {} }: Followed = {},
) {
  const errors: unknown[] = [];
  const registry = createRegistry({
    ...{ folder, clock: new TestClock(), endpoints },
    onError: (error) => errors.push(error),
  });
  await registry.follow({
    activate,
    check: async (files, standing) => checkDeclarations(files, { ...environment, ...standing }),
  });
  onTestFinished(() => registry.close());
  return {
    ...{ registry, errors },
    names: () => [...registry.state.resources.keys()],
    /** Writes files, or takes them away (null), and lets the registry read them. */
    async change(files: Readonly<Record<string, string | null>>) {
      for (const [file, text] of Object.entries(files)) {
        const place = path.join(folder, file);
        await (text === null ? unlink(place) : writeFile(place, text));
      }
      await registry.refresh();
    },
    /** Which resource answers at each endpoint. */
    endpoints: () =>
      Object.fromEntries([...registry.state.resources].map(([name, { resource }]) => [resource.endpoint, name])),
    /** `file:line id`, for each problem. */
    problems: () => registry.state.problems.map(({ file, line, id }) => `${file}:${line} ${id}`),
  };
}
