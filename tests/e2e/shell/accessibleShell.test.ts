import { testShellStates } from './shellStates.ts';

testShellStates('light');
