import { measureDeclarations } from './bench/declarations.ts';
for (const l of measureDeclarations()) console.log(l);
