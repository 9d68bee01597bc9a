import { testShellStates } from './shellStates.ts';

testShellStates('dark');
