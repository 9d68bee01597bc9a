import { testSamples } from './testSamples.ts';

testSamples([
  { file: 'collect.php', program: 'php', version: '--version', lists: false },
  { file: 'Collect.java', program: 'java', version: '-version', lists: false },
]);
