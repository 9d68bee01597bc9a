export { CHECK_OPTIONS, checkFolder, didYouMean } from './checkFolder.ts';
export { readDeclarations, readFolder } from './readFolder.ts';
export { readMessages } from './readMessages.ts';
export { problemLine } from './report.ts';
export { resourceJsonSchema, schemaFile, schemaText, writeSchema } from './resourceJsonSchema.ts';
export { UsageError } from './UsageError.ts';
