export type { AuthProviderUnderTest, ContractUser, ContractUsers, Credentials, StoredPart } from './AuthContract.ts';
export { authProviderContract } from './authProviderContract.ts';
export type { ContractSeed } from './ContractSeed.ts';
export type { DataProviderUnderTest } from './DataContract.ts';
export { dataProviderContract } from './dataProviderContract.ts';
export type { BackEndRefusal, Faults } from './Faults.ts';
export { createFaultyFetch, type FaultWords, type FaultyFetch } from './faultyFetch.ts';
export { CONSOLE_ORIGIN, requestOf } from './requestOf.ts';
export { sampleSeed } from './sampleSeed.ts';
