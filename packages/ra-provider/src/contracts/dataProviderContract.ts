import { describe, onTestFinished } from 'vitest';
import type { ContractSeed } from './ContractSeed.ts';
import type { DataContract, DataProviderUnderTest } from './DataContract.ts';
import { abortContract } from './data/abortContract.ts';
import { failureContract } from './data/failureContract.ts';
import { readContract } from './data/readContract.ts';
import { writeContract } from './data/writeContract.ts';

export interface ContractOptions {
  /** What the provider supports; false omits the cases. Default: everything. */
  capabilities?: {
    /** Records can be created, updated and deleted. */
    write?: boolean;
    /** `signal` is respected, as `supportAbortSignal` announces. */
    abort?: boolean;
    /** A case can make the back end fail, through `faults`. */
    faults?: boolean;
  };
  /** Differences between providers by design. */
  expectations?: {
    /** What `getMany` does if one of the IDs has no record. Default: it leaves it out. */
    getManyOfMissing?: 'leaves it out' | 'rejects';
  };
}

/**
 * Declares the tests of a react-admin dataProvider, through react-admin's interface only.
 * @param name of the provider in the report
 * @param makeProvider returns a provider over a back end that contains exactly the seed; called once per case, so a
 * provider that writes needs a new back end each time
 * @example
 * dataProviderContract('my provider', () => ({ dataProvider: myProvider(inMemory(seed.records)) }), seed, {
 *   capabilities: { abort: false, faults: false },
 * });
 */
export function dataProviderContract(
  name: string,
  makeProvider: () => DataProviderUnderTest | Promise<DataProviderUnderTest>,
  seed: ContractSeed,
  { capabilities = {}, expectations = {} }: ContractOptions = {},
): void {
  const contract: DataContract = {
    seed,
    open: async () => {
      const made = await makeProvider();
      onTestFinished(async () => made.dispose?.());
      return made;
    },
  };
  describe(`dataProvider contract: ${name}`, () => {
    readContract(contract, { getManyOfMissing: expectations.getManyOfMissing ?? 'leaves it out' });
    if (capabilities.write ?? true) writeContract(contract);
    abortContract(contract, capabilities.abort ?? true);
    if (capabilities.faults ?? true) failureContract(contract);
  });
}
