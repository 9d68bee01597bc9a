import { testListStates } from './listStates.ts';

testListStates('dark');
