import { runResources } from './resources/runResources.ts';

process.exitCode = await runResources(process.argv.slice(2), process);
