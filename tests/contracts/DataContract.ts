import type { DataProvider } from 'react-admin';
import type { ContractSeed } from './ContractSeed.ts';
import type { Faults } from './Faults.ts';

export interface DataProviderUnderTest {
  dataProvider: DataProvider;
  /** Needed for the cases of failure. */
  faults?: Faults;
  /** Called when the case is over. */
  dispose?: () => Promise<void> | void;
}

/** What the parts of the contract work with. */
export interface DataContract {
  seed: ContractSeed;
  /** A provider over a back end that holds exactly the seed. */
  open: () => Promise<DataProviderUnderTest>;
}
