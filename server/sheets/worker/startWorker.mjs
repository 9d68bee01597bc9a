// Entry point of the worker. Registers tsx, so that TypeScript runs however the server was started.
import { register } from 'tsx/esm/api';

register();
await import('./answerReader.ts');
