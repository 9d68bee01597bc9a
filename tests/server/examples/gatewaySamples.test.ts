import { testSamples } from './testSamples.ts';

testSamples([
  { file: 'collect.mjs', program: process.execPath, version: '--version', lists: true },
  { file: 'collect.py', program: 'python3', version: '--version', lists: true },
]);
