import type { DataProvider } from 'react-admin';
import type { ContractSeed } from './ContractSeed.ts';
import type { Faults } from './Faults.ts';

export interface DataProviderUnderTest {
  dataProvider: DataProvider;
  /** Required for the cases of failure. */
  faults?: Faults;
  /** Called at the end of the case. */
  dispose?: () => Promise<void> | void;
}

/** Input of the parts of the contract. */
export interface DataContract {
  seed: ContractSeed;
  /** A provider over a back end that holds exactly the seed. */
  open: () => Promise<DataProviderUnderTest>;
}
