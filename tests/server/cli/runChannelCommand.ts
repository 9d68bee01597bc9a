import { runTypeScript } from '#tests/support/startedProcess.ts';

/** Runs a command for channels with a data key. */
export const runChannelCommand = (program: string, typed: string, more: Readonly<Record<string, string>> = {}) =>
  runTypeScript(`server/cli/${program}.ts`, [], { environment: { DATA_KEY: 'ab12'.repeat(16), ...more }, typed });
