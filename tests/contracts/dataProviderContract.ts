import { describe, onTestFinished } from 'vitest';
import type { ContractSeed } from './ContractSeed.ts';
import type { DataContract, DataProviderUnderTest } from './DataContract.ts';
import { abortContract } from './data/abortContract.ts';
import { failureContract } from './data/failureContract.ts';
import { readContract } from './data/readContract.ts';
import { writeContract } from './data/writeContract.ts';

export interface ContractOptions {
  /** What this provider can do at all; what is false is left out. Default: everything. */
  capabilities?: {
    /** Records can be created, changed and deleted. */
    write?: boolean;
    /** `signal` is honoured, as `supportAbortSignal` claims. */
    abort?: boolean;
    /** The case can make the back end go wrong, through `faults`. */
    faults?: boolean;
  };
  /** Where providers differ by design. */
  expectations?: {
    /** What `getMany` does when one of the ids has no record. Default: it leaves it out. */
    getManyOfMissing?: 'leaves it out' | 'rejects';
  };
}

/**
 * Describes how a dataProvider of react-admin has to behave, through react-admin's interface alone.
 *
 * @param name how the provider is called in the report
 * @param makeProvider gives a provider over a back end that holds exactly the seed; called once a case, so a provider
 *   that writes needs a new back end each time
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
