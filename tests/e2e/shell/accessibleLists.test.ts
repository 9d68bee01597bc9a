import { testListStates } from './listStates.ts';

testListStates('light');
