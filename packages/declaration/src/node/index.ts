export { checkFolder, didYouMean, problemLine } from './checkFolder.ts';
export { readDeclarations, readFolder } from './readFolder.ts';
export { readMessages } from './readMessages.ts';
export { resourceJsonSchema, schemaText, writeSchema } from './resourceJsonSchema.ts';
export { UsageError } from './UsageError.ts';
