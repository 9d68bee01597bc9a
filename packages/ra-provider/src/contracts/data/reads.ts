import type { DataProvider } from 'react-admin';
import type { ContractSeed } from '../ContractSeed.ts';
import { listParams } from './listParams.ts';

type Read = [name: string, read: (dataProvider: DataProvider, options?: { signal?: AbortSignal }) => Promise<unknown>];

/** The four read methods by name. What holds for one must hold for all. */
export function reads(seed: ContractSeed): Read[] {
  const { resource, records, reference } = seed;
  const ids = records.slice(0, 2).map(({ id }) => id);
  const id = ids[0] ?? seed.missingId;
  const { target, id: referenced } = reference;
  return [
    ['getList', (provider, options) => provider.getList(resource, { ...listParams(seed), ...options })],
    ['getOne', (provider, options) => provider.getOne(resource, { id, ...options })],
    ['getMany', (provider, options) => provider.getMany(resource, { ids, ...options })],
    [
      'getManyReference',
      (provider, options) =>
        provider.getManyReference(resource, { ...listParams(seed), target, id: referenced, ...options }),
    ],
  ];
}
