// Where the worker begins that reads a file: it runs TypeScript as the server does, however that was started.
import { register } from 'tsx/esm/api';

register();
await import('./answerReader.ts');
